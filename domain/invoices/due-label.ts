import { type CalendarDate, daysBetween } from "#domain/dates/calendar-date.ts";
import { isUnpaid } from "#domain/invoices/invoice.ts";
import { daysOverdue, type InvoiceDueDates, nextDueDate } from "#domain/invoices/overdue.ts";
import type { Tone } from "#domain/status.ts";
import { formatCount } from "#domain/text/pluralize.ts";

/** Days late after which the label turns from warning to negative. */
const SERIOUSLY_LATE_DAYS = 30;

/**
 * How far an unpaid invoice is from the due date of its next payment. Says "payment" if that is not the invoice's last
 * payment. Null when the invoice is not unpaid or has no due date.
 */
export function dueLabel(
  invoice: InvoiceDueDates & { square_status: string | null },
  today: CalendarDate,
): { label: string; tone: Tone } | null {
  const due = nextDueDate(invoice);
  if (!isUnpaid(invoice) || !due) {
    return null;
  }
  const subject = due === invoice.due_date ? "" : "payment ";
  const late = daysOverdue(invoice, today);
  if (late > 0) {
    const tone = late > SERIOUSLY_LATE_DAYS ? "negative" : "warning";
    return { label: `${subject}${formatCount(late, "day")} late`, tone };
  }
  const days = daysBetween(today, due);
  if (days < 0) {
    // An invoice can be past its due date but not overdue: a bank transfer is pending, or the date is still today in
    // the invoice's time zone.
    return null;
  }
  return days === 0
    ? { label: `${subject}due today`, tone: "warning" }
    : { label: `${subject}in ${formatCount(days, "day")}`, tone: "neutral" };
}
