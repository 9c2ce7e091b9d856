import { type CalendarDate, compareDates, daysBetween } from "#domain/dates/calendar-date.ts";
import { type ScheduleEntry, scheduleEntryStatus } from "#domain/invoices/due-dates/payment-schedule.ts";
import { type InvoiceStatus, type InvoiceStatuses, isUnpaid } from "#domain/invoices/invoice.ts";

/** Columns that determine when an invoice became overdue. `due_date` is the due date of the last payment. */
export type InvoiceDueDates = {
  status: InvoiceStatus;
  due_date: CalendarDate | null;
  next_payment_due_date: CalendarDate | null;
};

/** The earliest due date of a payment that is not fully paid. Null if there is none. */
export function firstUnpaidDueDate(schedule: readonly ScheduleEntry[]): CalendarDate | null {
  return schedule
    .filter((entry) => scheduleEntryStatus(entry) !== "paid")
    .map(({ dueDate }) => dueDate)
    .reduce((first, date) => (first === null || (date !== null && date < first) ? date : first), null);
}

/**
 * Whether a payment that is not fully paid was due before today. This decides the stored status of an invoice.
 * @param today in the invoice's time zone
 * @see docs/product.md#dates
 */
export function hasOverduePayment(schedule: readonly ScheduleEntry[], today: CalendarDate): boolean {
  const unpaidDueDate = firstUnpaidDueDate(schedule);
  return unpaidDueDate !== null && unpaidDueDate < today;
}

/** Due date of the next payment, which can be a deposit or an installment that is due before `due_date`. */
export function nextDueDate(invoice: Omit<InvoiceDueDates, "status">): CalendarDate | null {
  return invoice.next_payment_due_date ?? invoice.due_date;
}

/** The due date to show for an invoice: that of the next payment, or of the last payment if nothing is left to pay. */
export function visibleDueDate(invoice: UrgencyColumns): CalendarDate | null {
  return isUnpaid(invoice) ? nextDueDate(invoice) : invoice.due_date;
}

/**
 * Due date of the payment that makes the invoice overdue. Null unless it is overdue. Same rule in SQL:
 * `private.invoice_overdue_date`.
 */
export function overdueDate(invoice: InvoiceDueDates): CalendarDate | null {
  return invoice.status === "overdue" ? nextDueDate(invoice) : null;
}

/**
 * Days since the overdue date, or 0 if the invoice is not overdue. At least 1 for an overdue invoice, even if it is
 * still the due date in the reader's time zone.
 */
export function daysOverdue(invoice: InvoiceDueDates, today: CalendarDate): number {
  const overdueSince = overdueDate(invoice);
  return overdueSince ? Math.max(1, daysBetween(overdueSince, today)) : 0;
}

/**
 * Whether a payment of an overdue invoice is late: it is not fully paid and was due before today. Includes the payment
 * that makes the invoice overdue, even if it is still the due date in the reader's time zone.
 */
export function isEntryOverdue(entry: ScheduleEntry, invoice: InvoiceDueDates, today: CalendarDate): boolean {
  return scheduleEntryStatus(entry) !== "paid" && isPastDue(entry.dueDate, invoice, today);
}

/** Days since the due date of a late payment, or 0 if it is not late. At least 1, like `daysOverdue`. */
export function daysEntryOverdue(
  entry: ScheduleEntry,
  invoice: InvoiceDueDates,
  today: CalendarDate,
): number {
  return entry.dueDate && isEntryOverdue(entry, invoice, today)
    ? Math.max(1, daysBetween(entry.dueDate, today))
    : 0;
}

/** Whether an unpaid amount with this due date is late. Same rule as `isEntryOverdue`. */
export function isPastDue(
  dueDate: CalendarDate | null,
  invoice: InvoiceDueDates,
  today: CalendarDate,
): boolean {
  const overdueSince = overdueDate(invoice);
  return overdueSince !== null && dueDate !== null && (dueDate <= overdueSince || dueDate < today);
}

/** Columns that determine how urgent an invoice is. */
export type UrgencyColumns = InvoiceDueDates & InvoiceStatuses;

/**
 * Sorts invoices for the person who pays them: overdue ones first, oldest first, then unpaid ones by their next due date,
 * then all others, latest due date first.
 */
export function sortByUrgency<Invoice extends UrgencyColumns>(invoices: readonly Invoice[]): Invoice[] {
  return invoices.toSorted((a, b) => {
    const rank = urgencyRank(a) - urgencyRank(b);
    if (rank !== 0) {
      return rank;
    }
    const [dateA, dateB] = [visibleDueDate(a), visibleDueDate(b)];
    return isUnpaid(a) ? compareDates(dateA, dateB) : compareDates(dateB, dateA);
  });
}

function urgencyRank(invoice: UrgencyColumns): number {
  if (invoice.status === "overdue") {
    return 0;
  }
  return isUnpaid(invoice) ? 1 : 2;
}
