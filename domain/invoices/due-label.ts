import { type CalendarDate, daysBetween } from "#domain/dates/calendar-date.ts";
import { isUnpaid } from "#domain/invoices/invoice.ts";
import { daysOverdue, type InvoiceDueDates, nextDueDate } from "#domain/invoices/overdue.ts";
import type { Tone } from "#domain/status.ts";
import { formatCount } from "#domain/text/pluralize.ts";

/** Number of days after which the tone of a late invoice's label changes from warning to negative. */
const SERIOUSLY_LATE_DAYS = 30;

/**
 * Label with the number of days until or since the due date of the next payment. Contains "payment" if that is not the
 * invoice's last payment. Null unless the invoice is unpaid and has a due date.
 */
export function dueLabel(
  invoice: InvoiceDueDates & { square_status: string | null },
  today: CalendarDate,
): { label: string; tone: Tone } | null {
  const dueDate = nextDueDate(invoice);
  if (!isUnpaid(invoice) || !dueDate) {
    return null;
  }
  const subject = dueDate === invoice.due_date ? "" : "payment ";
  const daysLate = daysOverdue(invoice, today);
  if (daysLate > 0) {
    const tone = daysLate > SERIOUSLY_LATE_DAYS ? "negative" : "warning";
    return { label: `${subject}${formatCount(daysLate, "day")} late`, tone };
  }
  const daysLeft = daysBetween(today, dueDate);
  if (daysLeft < 0) {
    // An invoice can be past its due date but not overdue: a bank transfer is pending, or the date is still today in
    // the invoice's time zone.
    return null;
  }
  return daysLeft === 0
    ? { label: `${subject}due today`, tone: "warning" }
    : { label: `${subject}in ${formatCount(daysLeft, "day")}`, tone: "neutral" };
}
