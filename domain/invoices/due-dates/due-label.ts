import { type CalendarDate, dateInTimeZone, daysBetween, formatDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { daysOverdue, type InvoiceDueDates, nextDueDate } from "#domain/invoices/due-dates/overdue.ts";
import { isUnpaid } from "#domain/invoices/invoice.ts";
import type { Tone } from "#domain/status.ts";
import { formatCount } from "#domain/text/pluralize.ts";

type DueLabel = { label: string; tone: Tone };
type LabeledInvoice = InvoiceDueDates & {
  square_status: string | null;
  /** The invoice becomes overdue at midnight in this time zone. Null or empty means the firm's time zone. */
  time_zone: string | null;
};

/**
 * Label next to the due date of the last payment. Contains "payment" if an earlier payment is due. Null unless the
 * invoice is unpaid and has a due date.
 */
export function dueLabel(invoice: LabeledInvoice, now: Date): DueLabel | null {
  const next = nextDueLabel(invoice, now);
  return next && isEarlierPaymentNext(invoice) ? { ...next, label: `payment ${next.label}` } : next;
}

/** Whether the next payment is due before the due date of the last one. */
export function isEarlierPaymentNext(invoice: InvoiceDueDates): boolean {
  return nextDueDate(invoice) !== invoice.due_date;
}

/**
 * Label with the number of days until or since the next payment's due date. Show it next to this date. Null unless the
 * invoice is unpaid and has a due date. Days late are counted in the firm's time zone, like `daysOverdue`. Until the
 * invoice is overdue, its own time zone applies.
 */
export function nextDueLabel(invoice: LabeledInvoice, now: Date): DueLabel | null {
  const dueDate = nextDueDate(invoice);
  if (!isUnpaid(invoice) || !dueDate) {
    return null;
  }
  const daysLate = daysOverdue(invoice, firmToday(now));
  if (daysLate > 0) {
    return { label: formatDaysLate(daysLate), tone: "negative" };
  }
  const today = invoice.time_zone ? dateInTimeZone(now, invoice.time_zone) : firmToday(now);
  const daysLeft = daysBetween(today, dueDate);
  if (daysLeft < 0) {
    // An invoice can be past its due date but not overdue: a bank transfer is pending, or the next sync marks it as overdue.
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
