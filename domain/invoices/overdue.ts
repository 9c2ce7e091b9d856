import { type CalendarDate, daysBetween } from "#domain/dates/calendar-date.ts";
import type { InvoiceStatus } from "#domain/invoices/invoice.ts";
import { type ScheduleEntry, scheduleEntryStatus } from "#domain/invoices/payment-schedule.ts";

/** Columns that decide since when an invoice is overdue. `due_date` is the due date of the last payment. */
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
  const due = firstUnpaidDueDate(schedule);
  return due !== null && due < today;
}

/** When the next payment is due. This can be a deposit or an installment, due before `due_date`. */
export function nextDueDate(invoice: Omit<InvoiceDueDates, "status">): CalendarDate | null {
  return invoice.next_payment_due_date ?? invoice.due_date;
}

/** Due date of the payment that makes the invoice overdue. Null unless it is overdue. SQL: private.invoice_overdue_date. */
export function overdueDate(invoice: InvoiceDueDates): CalendarDate | null {
  return invoice.status === "overdue" ? nextDueDate(invoice) : null;
}

/** At least 1 for an overdue invoice, because it may not be past midnight yet where the reader is. Otherwise 0. */
export function daysOverdue(invoice: InvoiceDueDates, today: CalendarDate): number {
  const since = overdueDate(invoice);
  return since ? Math.max(1, daysBetween(since, today)) : 0;
}
