import { useState } from "react";
import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { downloadFile } from "#app/components/download-file.ts";
import { useIsPrinting } from "#app/components/use-is-printing.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { Download, Ellipsis, Printer, ReceiptText } from "#app/ui/icons.tsx";
import { Menu } from "#app/ui/overlays/menu.tsx";
import { firmToday } from "#domain/firm/firm-today.ts";
import { invoicesToCsv } from "#domain/invoices/reports/invoice-csv.ts";
import { type ProjectFilter, ProjectFilterNote } from "../projects/project-filter.tsx";
import { InvoiceTable } from "./invoice-table.tsx";
import type { InvoiceFilter } from "./use-invoice-filter.ts";

const PAGE_SIZE = 10;

type RecentInvoicesProps = {
  /** The invoices that match the filters, sorted. */
  invoices: readonly OwnInvoice[];
  /** Whether the client has no invoices at all. */
  isEmpty: boolean;
  filter: InvoiceFilter;
  projectFilter: ProjectFilter;
};

export function RecentInvoices({ invoices, isEmpty, filter, projectFilter }: RecentInvoicesProps) {
  const [pageCount, setPageCount] = useState(1);
  const isPrinting = useIsPrinting();
  const visibleInvoices = isPrinting ? invoices : invoices.slice(0, pageCount * PAGE_SIZE);
  return (
    <section aria-labelledby="recent-invoices">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2 sm:mb-4">
        <h2 id="recent-invoices" ref={filter.heading} tabIndex={-1} className="text-18 outline-none">
          Recent Invoices
        </h2>
        <div className="ml-auto flex gap-2 print:hidden">
          <UnlabeledSelect
            aria-label="Show invoices"
            className="w-28 sm:w-32"
            value={filter.value}
            onChange={(event) => filter.setValue(event.target.value === "unpaid" ? "unpaid" : "all")}
            options={[
              { value: "all", label: "All" },
              { value: "unpaid", label: "Unpaid" },
            ]}
          />
          {!isEmpty && <InvoiceListMenu invoices={invoices} />}
        </div>
      </div>
      <ProjectFilterNote filter={projectFilter} />
      {visibleInvoices.length === 0 ? (
        <NoInvoices isEmpty={isEmpty} filter={filter} projectFilter={projectFilter} />
      ) : (
        <>
          <InvoiceTable invoices={visibleInvoices} />
          {invoices.length > visibleInvoices.length && (
            <div className="mt-4 flex flex-wrap items-center justify-between gap-3 text-13 text-muted">
              <p>
                Showing {visibleInvoices.length} of {invoices.length} invoices
              </p>
              <Button onClick={() => setPageCount(pageCount + 1)}>Show more</Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

function NoInvoices({
  isEmpty,
  filter,
  projectFilter,
}: Pick<RecentInvoicesProps, "isEmpty" | "filter" | "projectFilter">) {
  const icon = <ReceiptText className="size-6" />;
  const isUnpaid = filter.value === "unpaid";
  if (projectFilter.project && !isEmpty) {
    return (
      <EmptyState
        icon={icon}
        title={isUnpaid ? "No unpaid invoices in this project" : "No invoices in this project"}
        action={<Button onClick={projectFilter.clear}>Show all projects</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={icon}
      title={isUnpaid ? "Nothing to pay" : "No invoices yet"}
      hint={isUnpaid ? "You're all paid up" : "Invoices appear here when they're issued"}
      action={
        isUnpaid && !isEmpty && <Button onClick={() => filter.setValue("all")}>Show all invoices</Button>
      }
    />
  );
}

/** Menu that exports or prints all matching invoices. */
function InvoiceListMenu({ invoices }: { invoices: readonly OwnInvoice[] }) {
  return (
    <Menu
      trigger={
        <IconButton label="More actions" className="border border-edge pointer-fine:size-10">
          <Ellipsis aria-hidden="true" className="size-5" />
        </IconButton>
      }
      entries={[
        {
          label: "Export CSV",
          icon: <Download aria-hidden="true" className="size-4 text-muted" />,
          onSelect: () =>
            downloadFile(
              `invoices-${firmToday(new Date())}.csv`,
              new Blob([invoicesToCsv(invoices)], { type: "text/csv;charset=utf-8" }),
            ),
        },
        {
          label: "Print",
          icon: <Printer aria-hidden="true" className="size-4 text-muted" />,
          onSelect: () => window.print(),
        },
      ]}
    />
  );
}
