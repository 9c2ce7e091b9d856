import { Link, useSearchParams } from "react-router";
import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { createLazyComponent, useLazyComponent } from "#app/components/lazy-component.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Loading, Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { ScrollText } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { amountOwed } from "#domain/invoices/invoice.ts";
import { useCurrentClient } from "../current-client.ts";
import { useProjectFilter } from "../projects/project-filter.tsx";
import { sectionUrl } from "../section-url.ts";
import { useLiveInvoices } from "../use-live-invoices.ts";
import { useUpdatedAt } from "../use-updated-at.ts";
import { BalanceSummary } from "./balance-summary.tsx";
import { NewPaymentBanners } from "./new-payments.tsx";
import { RecentInvoices } from "./recent-invoices.tsx";
import { useInvoiceFilter } from "./use-invoice-filter.ts";
import { useNewPayments } from "./use-new-payments.ts";

// Loaded on demand, because most visits open neither screen.
const lazyInvoiceScreen = createLazyComponent(async () => {
  const { InvoiceScreen } = await import("./invoice-screen.tsx");
  return InvoiceScreen;
});
const lazyStatementScreen = createLazyComponent(async () => {
  const { StatementScreen } = await import("./statement-screen.tsx");
  return StatementScreen;
});

const STATEMENT_URL = sectionUrl("billing", { view: "statement" });

/** Shows the statement of account, one invoice or the list of invoices, depending on the URL. */
export function Billing() {
  const [searchParams] = useSearchParams();
  const invoiceId = searchParams.get("invoice");
  const isStatement = searchParams.get("view") === "statement";
  const StatementScreen = useLazyComponent(lazyStatementScreen, { isNeeded: isStatement });
  const InvoiceScreen = useLazyComponent(lazyInvoiceScreen, { isNeeded: invoiceId !== null });
  if (isStatement) {
    return StatementScreen ? <StatementScreen /> : <Loading text="Loading statement..." rows={6} />;
  }
  if (invoiceId) {
    return InvoiceScreen ? (
      <InvoiceScreen key={invoiceId} id={invoiceId} />
    ) : (
      <Loading text="Loading invoice..." rows={6} />
    );
  }
  return <AllInvoices />;
}

function AllInvoices() {
  const { id } = useCurrentClient();
  const invoices = useLiveInvoices();
  const updatedAt = useUpdatedAt();
  return (
    <>
      <PageHeader
        title="Billing & Invoices"
        subtitle={updatedAt}
        action={
          <ButtonLink
            to={STATEMENT_URL}
            icon={<ScrollText aria-hidden="true" className="size-4" />}
            className="max-sm:hidden"
          >
            Statement
          </ButtonLink>
        }
      />
      <Loaded
        query={invoices}
        errorMessage="We couldn't load your invoices."
        loading={
          <Loading text="Loading invoices...">
            <Skeleton className="mb-6 h-52 lg:h-32" />
            <Skeleton className="h-96" />
          </Loading>
        }
      >
        {(list) => <InvoiceList key={id} invoices={list} />}
      </Loaded>
    </>
  );
}

function InvoiceList({ invoices }: { invoices: readonly OwnInvoice[] }) {
  const filter = useInvoiceFilter();
  const projectFilter = useProjectFilter();
  const { messages, sort } = useNewPayments(invoices);
  return (
    <div className="grid gap-6 sm:gap-8">
      <div>
        <NewPaymentBanners messages={messages} />
        <BalanceSummary invoices={invoices} onShowUnpaid={filter.showUnpaid} />
        {/* Wider screens have a button in the header. */}
        <Link
          to={STATEMENT_URL}
          className="mt-1 -mb-3 inline-flex min-h-11 items-center rounded-small text-14 text-accent hover:underline sm:hidden print:hidden"
        >
          Statement of account
        </Link>
      </div>
      <RecentInvoices
        invoices={sort(
          (invoice) =>
            (filter.value === "all" || amountOwed(invoice) > 0) && projectFilter.includes(invoice.project_id),
        )}
        isEmpty={invoices.length === 0}
        filter={filter}
        projectFilter={projectFilter}
      />
    </div>
  );
}
