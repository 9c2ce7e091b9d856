import * as z from "zod/mini";
import { addDays, type CalendarDate, daysBetween } from "#domain/dates/calendar-date.ts";
import { isOpenState } from "#domain/findings/finding-state.ts";
import { formatDaysLate } from "#domain/invoices/due-dates/due-label.ts";
import type { StatusBadge } from "#domain/status.ts";
import { formatCount } from "#domain/text/pluralize.ts";

/** A deadline in at most this many days is marked. */
const DUE_SOON_DAYS = 7;

/** Whether an open finding is past its deadline. It can be fixed until the end of the day. */
export function isOverdue(
  { state, dueOn }: { state: string; dueOn: CalendarDate | null },
  today: CalendarDate,
): boolean {
  return isOpenState(state) && dueOn !== null && dueOn < today;
}

/** The label next to a deadline, worded like the labels of invoices. Null if the finding is not open, has no deadline, or is due later. */
export function deadlineBadge(
  finding: { state: string; dueOn: CalendarDate | null },
  today: CalendarDate,
): StatusBadge | null {
  if (finding.dueOn === null || !isOpenState(finding.state)) {
    return null;
  }
  const days = daysBetween(today, finding.dueOn);
  if (days < 0) {
    return { label: formatDaysLate(-days), tone: "negative" };
  }
  if (days > DUE_SOON_DAYS) {
    return null;
  }
  return { label: days === 0 ? "due today" : `in ${formatCount(days, "day")}`, tone: "warning" };
}

type StoredDeadline = { client_id: string | null; severity: string; days: number | null };

/**
 * The deadline that the database sets when a finding is published, from the client's deadlines or the default. Null without a
 * deadline.
 */
export function deadlineAtPublication(
  finding: { client_id: string; severity: string },
  deadlines: readonly StoredDeadline[],
  publishedOn: CalendarDate,
): CalendarDate | null {
  const ofSeverity = deadlines.filter(({ severity }) => severity === finding.severity);
  const deadline =
    ofSeverity.find(({ client_id: clientId }) => clientId === finding.client_id) ??
    ofSeverity.find(({ client_id: clientId }) => clientId === null);
  return deadline && deadline.days !== null ? addDays(publishedOn, deadline.days) : null;
}

const MAX_DEADLINE_DAYS = 3650;
const Days = z.nullable(
  z
    .number("Enter a number of days")
    .check(
      z.int("Enter a whole number of days"),
      z.gte(1, "Enter at least 1 day"),
      z.lte(MAX_DEADLINE_DAYS, `Enter at most ${MAX_DEADLINE_DAYS} days`),
    ),
);

/**
 * Days from publication in which findings of each severity are to be fixed, for one client, or the default without a client.
 * Null means no deadline. `deadlines` is null to use the default for the client.
 */
export const SaveDeadlines = z.object({
  clientId: z.nullable(z.guid()),
  deadlines: z.nullable(z.object({ critical: Days, high: Days, medium: Days, low: Days })),
});
export type SaveDeadlines = z.infer<typeof SaveDeadlines>;
export type Deadlines = NonNullable<SaveDeadlines["deadlines"]>;
