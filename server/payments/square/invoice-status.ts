import type { Square } from "square";
import type { CalendarDate } from "#domain/calendar-date.ts";
import type { InvoiceStatus } from "#domain/invoice.ts";
import { type ScheduleEntry, scheduleEntryState } from "#domain/payment-schedule.ts";

type Rule = (schedule: readonly ScheduleEntry[], today: CalendarDate) => InvoiceStatus;

const openInvoice: Rule = (schedule, today) => (isLate(schedule, today) ? "overdue" : "pending");

const RULES = {
  SCHEDULED: () => "pending",
  UNPAID: openInvoice,
  PARTIALLY_PAID: openInvoice,
  // A bank transfer is on its way: asking for the money again would be wrong.
  PAYMENT_PENDING: () => "pending",
  PAID: () => "paid",
  PARTIALLY_REFUNDED: (schedule, today) => (isAllPaid(schedule) ? "paid" : openInvoice(schedule, today)),
  // Everything paid was given back: projects must not count it as billed.
  REFUNDED: () => "cancelled",
  CANCELED: () => "cancelled",
  FAILED: () => "cancelled",
} satisfies Record<Exclude<Square.InvoiceStatus, "DRAFT">, Rule>;

/** Whether we know what Square's status means. */
export function isKnownStatus(squareStatus: string): squareStatus is keyof typeof RULES {
  return Object.hasOwn(RULES, squareStatus);
}

/**
 * The portal's status of a published invoice. Square has no "overdue": it follows from the schedule and from the day it
 * is in the invoice's zone, which the caller passes in. A status Square invents tomorrow counts as pending.
 */
export function portalStatus(
  squareStatus: string,
  schedule: readonly ScheduleEntry[],
  today: CalendarDate,
): InvoiceStatus {
  return isKnownStatus(squareStatus) ? RULES[squareStatus](schedule, today) : "pending";
}

/** Late: something not fully paid was due before today. Texts of YYYY-MM-DD compare as dates do. */
function isLate(schedule: readonly ScheduleEntry[], today: CalendarDate): boolean {
  return schedule.some(
    (entry) => scheduleEntryState(entry) !== "paid" && entry.dueDate !== null && entry.dueDate < today,
  );
}

function isAllPaid(schedule: readonly ScheduleEntry[]): boolean {
  return schedule.length > 0 && schedule.every((entry) => scheduleEntryState(entry) === "paid");
}
