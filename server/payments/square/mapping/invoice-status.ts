import type { Square } from "square";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { InvoiceStatus } from "#domain/invoices/invoice.ts";
import { hasOverduePayment } from "#domain/invoices/overdue.ts";
import { type ScheduleEntry, scheduleEntryStatus } from "#domain/invoices/payment-schedule.ts";

type Rule = (schedule: readonly ScheduleEntry[], today: CalendarDate) => InvoiceStatus;

const openInvoice: Rule = (schedule, today) => (hasOverduePayment(schedule, today) ? "overdue" : "pending");

const RULES = {
  SCHEDULED: () => "pending",
  UNPAID: openInvoice,
  PARTIALLY_PAID: openInvoice,
  // A bank transfer is in progress, so the client must not be asked to pay again.
  PAYMENT_PENDING: () => "pending",
  PAID: () => "paid",
  PARTIALLY_REFUNDED: (schedule, today) => (isFullyPaid(schedule) ? "paid" : openInvoice(schedule, today)),
  // Fully refunded: projects must not count it as billed.
  REFUNDED: () => "cancelled",
  CANCELED: () => "cancelled",
  FAILED: () => "cancelled",
} satisfies Record<Exclude<Square.InvoiceStatus, "DRAFT">, Rule>;

/** Whether the portal has a rule for this Square status. */
export function isKnownStatus(squareStatus: string): squareStatus is keyof typeof RULES {
  return Object.hasOwn(RULES, squareStatus);
}

/**
 * Returns the portal's status of a published invoice. Square has no "overdue" status: it depends on the schedule and on
 * today's date in the invoice's time zone, which the caller passes in. An unknown Square status is treated as pending.
 */
export function portalStatus(
  squareStatus: string,
  schedule: readonly ScheduleEntry[],
  today: CalendarDate,
): InvoiceStatus {
  return isKnownStatus(squareStatus) ? RULES[squareStatus](schedule, today) : "pending";
}

function isFullyPaid(schedule: readonly ScheduleEntry[]): boolean {
  return schedule.length > 0 && schedule.every((entry) => scheduleEntryStatus(entry) === "paid");
}
