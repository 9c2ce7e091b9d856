import type { Square } from "square";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { hasOverduePayment } from "#domain/invoices/due-dates/overdue.ts";
import { type ScheduleEntry, scheduleEntryStatus } from "#domain/invoices/due-dates/payment-schedule.ts";
import type { InvoiceStatus } from "#domain/invoices/invoice.ts";

type StatusRule = (schedule: readonly ScheduleEntry[], today: CalendarDate) => InvoiceStatus;

const openInvoiceStatus: StatusRule = (schedule, today) =>
  hasOverduePayment(schedule, today) ? "overdue" : "pending";

const STATUS_RULES = {
  SCHEDULED: () => "pending",
  UNPAID: openInvoiceStatus,
  PARTIALLY_PAID: openInvoiceStatus,
  // A bank transfer is in progress, so the client must not be asked to pay again.
  PAYMENT_PENDING: () => "pending",
  PAID: () => "paid",
  PARTIALLY_REFUNDED: (schedule, today) =>
    isFullyPaid(schedule) ? "paid" : openInvoiceStatus(schedule, today),
  // Fully refunded, so projects must not count it as billed.
  REFUNDED: () => "cancelled",
  CANCELED: () => "cancelled",
  FAILED: () => "cancelled",
} satisfies Record<Exclude<Square.InvoiceStatus, "DRAFT">, StatusRule>;

/** Whether the portal has a rule for this Square status. */
export function isKnownStatus(squareStatus: string): squareStatus is keyof typeof STATUS_RULES {
  return Object.hasOwn(STATUS_RULES, squareStatus);
}

/**
 * Returns the portal's status for a published invoice. Square has no "overdue" status, so the portal derives it from
 * the schedule and from `today`, which must be the date in the invoice's time zone. Unknown Square statuses are treated
 * as pending.
 */
export function getPortalStatus(
  squareStatus: string,
  schedule: readonly ScheduleEntry[],
  today: CalendarDate,
): InvoiceStatus {
  return isKnownStatus(squareStatus) ? STATUS_RULES[squareStatus](schedule, today) : "pending";
}

/** Whether all payment requests are completed. Refunds do not change them. */
export function isFullyPaid(schedule: readonly ScheduleEntry[]): boolean {
  return schedule.length > 0 && schedule.every((entry) => scheduleEntryStatus(entry) === "paid");
}
