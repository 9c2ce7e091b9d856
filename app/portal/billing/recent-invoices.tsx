import { Download, Printer, ReceiptText } from "lucide-react";
import { useState } from "react";
import type { OwnInvoice } from "#app/api/invoices.ts";
import { saveFile } from "#app/components/save-file.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { BareSelect } from "#app/ui/select.tsx";
import { dateIn } from "#domain/calendar-date.ts";
import { amountDue } from "#domain/invoice.ts";
import { invoicesAsCsv } from "#domain/invoice-csv.ts";
import { InvoiceTable } from "./invoice-table.tsx";
import type { InvoiceFilter } from "./use-invoice-filter.ts";
import { useIsOnPaper } from "./use-is-on-paper.ts";

/** How many invoices are drawn at once; the rest comes on request. */
const PORTION = 25;

type RecentInvoicesProps = { invoices: readonly OwnInvoice[]; filter: InvoiceFilter };

export function RecentInvoices({ invoices, filter }: RecentInvoicesProps) {
  const [portions, setPortions] = useState(1);
  const wanted = filter.shows === "unpaid" ? invoices.filter((invoice) => amountDue(invoice) > 0) : invoices;
  const isOnPaper = useIsOnPaper();
  const shown = isOnPaper ? wanted : wanted.slice(0, portions * PORTION);
  return (
    <section aria-labelledby="recent-invoices">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="recent-invoices" ref={filter.heading} tabIndex={-1} className="text-18 outline-none">
          Recent Invoices
        </h2>
        <div className="flex w-full flex-wrap gap-3 sm:w-auto print:hidden">
          {wanted.length > 0 && <ExportAndPrint invoices={wanted} />}
          <BareSelect
            aria-label="Show invoices"
            className="w-full sm:w-48"
            value={filter.shows}
            onChange={(event) => filter.choose(event.target.value === "unpaid" ? "unpaid" : "all")}
            options={[
              { value: "all", label: "All invoices" },
              { value: "unpaid", label: "Unpaid invoices" },
            ]}
          />
        </div>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={<ReceiptText className="size-6" />}
          title={filter.shows === "unpaid" ? "Nothing to pay" : "No invoices yet"}
          hint={filter.shows === "unpaid" ? "All your invoices are settled." : "Your invoices appear here."}
          action={
            filter.shows === "unpaid" &&
            invoices.length > 0 && <Button onClick={() => filter.choose("all")}>Show all invoices</Button>
          }
        />
      ) : (
        <>
          <InvoiceTable invoices={shown} />
          {wanted.length > shown.length && (
            <div className="mt-4 flex flex-wrap items-center justify-between gap-3 text-13 text-muted">
              <p>
                Showing {shown.length} of {wanted.length} invoices
              </p>
              <Button onClick={() => setPortions(portions + 1)}>Show more</Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** The invoices listed, all of them, for a spreadsheet; and the page on paper. */
function ExportAndPrint({ invoices }: { invoices: readonly OwnInvoice[] }) {
  const today = dateIn(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <>
      <Button
        icon={<Download aria-hidden="true" className="size-4" />}
        onClick={() =>
          saveFile(
            `invoices-${today}.csv`,
            new Blob([invoicesAsCsv(invoices)], { type: "text/csv;charset=utf-8" }),
          )
        }
      >
        Export CSV
      </Button>
      <Button icon={<Printer aria-hidden="true" className="size-4" />} onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
}
