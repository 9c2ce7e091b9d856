import { useQuery } from "@tanstack/react-query";
import { ReceiptText, SearchX } from "lucide-react";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import { asOf } from "#app/components/as-of.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { invoiceList, type ListedInvoice, UNMATCHED } from "#app/data/admin-invoice-list.ts";
import { lastSync } from "#app/data/last-sync.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { BareSelect } from "#app/ui/select.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { invoiceStatus } from "#domain/invoice.ts";
import { ListFoot } from "../lists/list-foot.tsx";
import { ListSearch } from "../lists/list-search.tsx";
import { ListSurface } from "../lists/list-surface.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { AssignDialog } from "./assign-dialog.tsx";
import { InvoiceTable } from "./invoice-table.tsx";

export const meta: MetaFunction = () => pageMeta("Invoices");

const statusOptions = [
  ...["pending", "overdue", "paid", "cancelled"].map((status) => ({
    value: status,
    label: invoiceStatus(status).label,
  })),
  { value: UNMATCHED, label: "Without a client" },
];

export default function Invoices() {
  const { search, status, page, change } = useListAddress(statusOptions.map(({ value }) => value));
  const invoices = useQuery(invoiceList({ search, status, page }));
  const synced = useQuery(lastSync("admin"));
  const [assigned, setAssigned] = useState<ListedInvoice | null>(null);
  return (
    <>
      <PageHead
        title="Invoices"
        context={
          synced.data
            ? `The last due first. Amounts ${asOf(synced.data, new Date())}.`
            : "The last due first, as Square has them."
        }
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <ListSearch
          label="Search number or description"
          value={search}
          onSearch={(text) => change({ search: text })}
        />
        <BareSelect
          aria-label="Filter by status"
          placeholder="All statuses"
          options={statusOptions}
          value={status}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
      </div>
      <Loaded
        query={invoices}
        failed="The invoices could not be loaded."
        loading={<Loading text="Loading invoices..." rows={6} />}
      >
        {(found) => (
          <ListSurface
            table={found.rows.length > 0 && <InvoiceTable invoices={found.rows} onAssign={setAssigned} />}
            empty={
              search || status ? (
                <EmptyState
                  icon={<SearchX className="size-6" />}
                  title="No invoices found"
                  hint="Try adjusting your filters"
                />
              ) : (
                <EmptyState
                  icon={<ReceiptText className="size-6" />}
                  title="No invoices yet"
                  hint="They come with the first sync from Square"
                />
              )
            }
            foot={<ListFoot page={found} noun="invoices" onPage={(wanted) => change({ page: wanted })} />}
          />
        )}
      </Loaded>
      {assigned && <AssignDialog invoice={assigned} onClose={() => setAssigned(null)} />}
    </>
  );
}
