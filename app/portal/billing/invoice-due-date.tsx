import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { toneClasses } from "#app/ui/tone.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { nextDueLabel } from "#domain/invoices/due-dates/due-label.ts";
import { visibleDueDate } from "#domain/invoices/due-dates/overdue.ts";

/** Due date of the next payment, and the days until or since then. Shows the last due date if nothing is left to pay. */
export function InvoiceDueDate({ invoice }: { invoice: OwnInvoice }) {
  const due = nextDueLabel(invoice, new Date());
  return (
    <>
      <span className="tabular whitespace-nowrap">{formatDate(visibleDueDate(invoice))}</span>
      {due && (
        <span className={`tabular block whitespace-nowrap text-13 ${toneClasses(due.tone).text}`}>
          {due.label}
        </span>
      )}
    </>
  );
}
