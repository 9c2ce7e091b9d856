import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { toneClasses } from "#app/ui/tone.ts";
import { dateInTimeZone, formatDate } from "#domain/dates/calendar-date.ts";
import { nextDueLabel } from "#domain/invoices/due-dates/due-label.ts";
import { nextDueDate } from "#domain/invoices/due-dates/overdue.ts";
import { isUnpaid } from "#domain/invoices/invoice.ts";

/** Due date of the next payment, and the days until or since then. Shows the last due date if nothing is left to pay. */
export function InvoiceDueDate({ invoice }: { invoice: OwnInvoice }) {
  const today = dateInTimeZone(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  const due = nextDueLabel(invoice, today);
  return (
    <>
      <span className="tabular whitespace-nowrap">
        {formatDate(isUnpaid(invoice) ? nextDueDate(invoice) : invoice.due_date)}
      </span>
      {due && (
        <span
          className={`tabular ml-2 whitespace-nowrap text-13 lg:ml-0 lg:block ${toneClasses(due.tone).text}`}
        >
          {due.label}
        </span>
      )}
    </>
  );
}
