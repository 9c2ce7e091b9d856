import { useState } from "react";
import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { downloadFile } from "#app/components/download-file.ts";
import { PrintButton } from "#app/components/invoices/print-button.tsx";
import { useIsPrinting } from "#app/components/use-is-printing.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { Download, ReceiptText } from "#app/ui/icons.tsx";
import { firmToday } from "#domain/firm/firm-today.ts";
import { sortByUrgency } from "#domain/invoices/due-dates/overdue.ts";
import { amountOwed } from "#domain/invoices/invoice.ts";
import { invoicesToCsv } from "#domain/invoices/reports/invoice-csv.ts";
import { InvoiceTable } from "./invoice-table.tsx";
import type { InvoiceFilter } from "./use-invoice-filter.ts";

const PAGE_SIZE = 10;

type RecentInvoicesProps = { invoices: readonly OwnInvoice[]; filter: InvoiceFilter };

export function RecentInvoices({ invoices, filter }: RecentInvoicesProps) {
  const [pageCount, setPageCount] = useState(1);
  const matchingInvoices = sortByUrgency(
    filter.value === "unpaid" ? invoices.filter((invoice) => amountOwed(invoice) > 0) : invoices,
  );
  const isPrinting = useIsPrinting();
  const visibleInvoices = isPrinting ? matchingInvoices : matchingInvoices.slice(0, pageCount * PAGE_SIZE);
  return (
    <section aria-labelledby="recent-invoices">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="recent-invoices" ref={filter.heading} tabIndex={-1} className="text-18 outline-none">
          Recent Invoices
        </h2>
        <div className="flex w-full flex-wrap gap-3 sm:w-auto print:hidden">
          {matchingInvoices.length > 0 && <ExportAndPrint invoices={matchingInvoices} />}
          <UnlabeledSelect
            aria-label="Show invoices"
            className="w-full sm:w-48"
            value={filter.value}
            onChange={(event) => filter.setValue(event.target.value === "unpaid" ? "unpaid" : "all")}
            options={[
              { value: "all", label: "All invoices" },
              { value: "unpaid", label: "Unpaid invoices" },
            ]}
          />
        </div>
      </div>
      {visibleInvoices.length === 0 ? (
        <EmptyState
          icon={<ReceiptText className="size-6" />}
          title={filter.value === "unpaid" ? "Nothing to pay" : "No invoices yet"}
          hint={filter.value === "unpaid" ? "You're all paid up" : "Invoices appear here when they're issued"}
          action={
            filter.value === "unpaid" &&
            invoices.length > 0 && <Button onClick={() => filter.setValue("all")}>Show all invoices</Button>
          }
        />
      ) : (
        <>
          <InvoiceTable invoices={visibleInvoices} />
          {matchingInvoices.length > visibleInvoices.length && (
            <div className="mt-4 flex flex-wrap items-center justify-between gap-3 text-13 text-muted">
              <p>
                Showing {visibleInvoices.length} of {matchingInvoices.length} invoices
              </p>
              <Button onClick={() => setPageCount(pageCount + 1)}>Show more</Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** Buttons for exporting all matching invoices and printing the page. */
function ExportAndPrint({ invoices }: { invoices: readonly OwnInvoice[] }) {
  const today = firmToday(new Date());
  return (
    <>
      <Button
        icon={<Download aria-hidden="true" className="size-4" />}
        onClick={() =>
          downloadFile(
            `invoices-${today}.csv`,
            new Blob([invoicesToCsv(invoices)], { type: "text/csv;charset=utf-8" }),
          )
        }
      >
        Export CSV
      </Button>
      <PrintButton />
    </>
  );
}
