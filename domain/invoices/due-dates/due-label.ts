import { type CalendarDate, daysBetween, formatDate } from "#domain/dates/calendar-date.ts";
import { daysOverdue, type InvoiceDueDates, nextDueDate } from "#domain/invoices/due-dates/overdue.ts";
import { isUnpaid } from "#domain/invoices/invoice.ts";
import type { Tone } from "#domain/status.ts";
import { formatCount } from "#domain/text/pluralize.ts";

type DueLabel = { label: string; tone: Tone };
type LabeledInvoice = InvoiceDueDates & { square_status: string | null };

/**
 * Label next to the due date of the last payment. Contains "payment" if an earlier payment is due. Null unless the
 * invoice is unpaid and has a due date.
 */
export function dueLabel(invoice: LabeledInvoice, today: CalendarDate): DueLabel | null {
  const next = nextDueLabel(invoice, today);
  return next && isEarlierPaymentNext(invoice) ? { ...next, label: `payment ${next.label}` } : next;
}

/** Whether the next payment is due before the due date of the last one. */
export function isEarlierPaymentNext(invoice: InvoiceDueDates): boolean {
  return nextDueDate(invoice) !== invoice.due_date;
}

/**
 * Label with the number of days until or since the next payment's due date. Show it next to this date. Null unless the
 * invoice is unpaid and has a due date.
 */
export function nextDueLabel(invoice: LabeledInvoice, today: CalendarDate): DueLabel | null {
  const dueDate = nextDueDate(invoice);
  if (!isUnpaid(invoice) || !dueDate) {
    return null;
  }
  const daysLate = daysOverdue(invoice, today);
  if (daysLate > 0) {
    return { label: formatDaysLate(daysLate), tone: "negative" };
  }
  const daysLeft = daysBetween(today, dueDate);
  if (daysLeft < 0) {
    // An invoice can be past its due date but not overdue: a bank transfer is pending, or the date is still today in
    // the invoice's time zone.
    return { label: `${formatCount(-daysLeft, "day")} ago`, tone: "neutral" };
  }
  return daysLeft === 0
    ? { label: "due today", tone: "warning" }
    : { label: `in ${formatCount(daysLeft, "day")}`, tone: "neutral" };
}

/** Age of a late payment, such as "3 days late". */
export function formatDaysLate(days: number): string {
  return `${formatCount(days, "day")} late`;
}

/** When a payment that is not late is due, such as "due today" or "due Oct 14, 2025". Null means an unknown date. */
export function formatDueDate(
  dueDate: CalendarDate | null,
  today: CalendarDate,
  format: (date: CalendarDate, today: CalendarDate) => string = formatDate,
): string {
  if (dueDate === null) {
    return "due later";
  }
  const daysLeft = daysBetween(today, dueDate);
  if (daysLeft === 0) {
    return "due today";
  }
  return daysLeft === 1 ? "due tomorrow" : `due ${format(dueDate, today)}`;
}
