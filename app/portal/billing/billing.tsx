import { Loaded } from "#app/components/loaded.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Loading, Skeleton } from "#app/ui/skeleton.tsx";
import { balanceDue } from "#domain/invoice.ts";
import { formatDollars } from "#domain/money.ts";
import { useAsOf } from "../use-as-of.ts";
import { useFreshInvoices } from "../use-fresh-invoices.ts";
import { BalanceCards } from "./balance-cards.tsx";
import { RecentInvoices } from "./recent-invoices.tsx";
import { useInvoiceFilter } from "./use-invoice-filter.ts";

export function Billing() {
  const invoices = useFreshInvoices();
  const asOf = useAsOf();
  const filter = useInvoiceFilter();
  const due = invoices.data && `${formatDollars(balanceDue(invoices.data))} total due`;
  return (
    <>
      <PageHead title="Billing & Invoices" context={[due, asOf].filter(Boolean).join(" · ")} />
      <Loaded
        query={invoices}
        failed="Your invoices could not be loaded."
        loading={
          <Loading text="Loading invoices...">
            <div className="mb-8 grid gap-4 *:first:sm:max-xl:col-span-2 sm:grid-cols-2 xl:grid-cols-3">
              <Skeleton className="h-32" />
              <Skeleton className="h-32" />
              <Skeleton className="h-32" />
            </div>
            <Skeleton className="h-96" />
          </Loading>
        }
      >
        {(list) => (
          <div className="grid gap-8">
            <BalanceCards invoices={list} onShowUnpaid={filter.showUnpaid} />
            <RecentInvoices invoices={list} filter={filter} />
          </div>
        )}
      </Loaded>
    </>
  );
}
