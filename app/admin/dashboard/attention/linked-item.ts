import { addDays, type CalendarDate, daysBetween } from "#domain/dates/calendar-date.ts";
import { type Instant, instant } from "#domain/dates/instant.ts";
import type { AttentionItem } from "#domain/firm/attention.ts";
import { formatDaysLate } from "#domain/invoices/due-dates/due-label.ts";
import type { StatusBadge } from "#domain/status.ts";

/** An item with the URL of the page that resolves it. */
export type LinkedItem = AttentionItem & { to: string };

export const ACTION_NEEDED: StatusBadge = { label: "Action needed", tone: "negative" };
export const WARNING: StatusBadge = { label: "Check", tone: "warning" };

/** Badge of one or more overdue records, with how late the oldest one is. Null means an unknown due date. */
export function overdueBadge(count: number, oldest: CalendarDate | null, today: CalendarDate): StatusBadge {
  const age = oldest && formatDaysLate(Math.max(1, daysBetween(oldest, today)));
  return { label: age === null ? "Overdue" : count === 1 ? age : `Oldest ${age}`, tone: "negative" };
}

/** The start of the first day on which something is late. */
export function lateSince(dueDate: CalendarDate): Instant {
  return instant(`${addDays(dueDate, 1)}T00:00:00Z`);
}

/** The item if the condition is met. */
export function listIf(condition: boolean, item: LinkedItem): LinkedItem[] {
  return condition ? [item] : [];
}
