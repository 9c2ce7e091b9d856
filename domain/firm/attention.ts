import { addDays, type CalendarDate, daysBetween } from "#domain/dates/calendar-date.ts";
import { type Instant, instant } from "#domain/dates/instant.ts";
import { formatDaysLate } from "#domain/invoices/due-dates/due-label.ts";
import type { StatusBadge } from "#domain/status.ts";
import { formatCount } from "#domain/text/pluralize.ts";

/**
 * Rank of each kind among items of the same urgency, if they are not late. Requests that we promise to answer within 24 hours
 * share a rank.
 */
const KIND_RANKS = {
  inquiry: 0,
  planRequest: 0,
  retest: 1,
  dispute: 1,
  overdueFindings: 1,
  overdueInvoices: 1,
  pastDuePlan: 1,
  consultationConflict: 1,
  bookingLimit: 1,
  duplicatePlan: 1,
  unmatchedPlan: 1,
  plannedPayment: 1,
  findingComment: 2,
  proposalComment: 2,
  message: 2,
  squareConnection: 3,
  planEnding: 4,
  invoiceDrafts: 4,
  squareEvents: 4,
  squareDifferences: 4,
  calendar: 4,
  email: 5,
  jobs: 5,
  unassignedInvoices: 6,
} as const;

export type AttentionKind = keyof typeof KIND_RANKS;

/** Something that needs an administrator's action, such as an inquiry without a reply or a failed email. */
export type AttentionItem = {
  kind: AttentionKind;
  /** Unique among all items. */
  key: string;
  title: string;
  details: string;
  badge: StatusBadge;
  /** When the item started waiting. Null for a problem without a known start. */
  since: Instant | null;
};

/**
 * Sorts by urgency: late and failed items (oldest first), replies that are due soon, warnings, the rest. Late items
 * without a start are last; the other groups are sorted by kind.
 */
export function sortByUrgency<Item extends AttentionItem>(items: readonly Item[]): Item[] {
  return items.toSorted(
    (a, b) =>
      urgency(a) - urgency(b) ||
      (isLate(a) ? compareStarts(a, b) : 0) ||
      KIND_RANKS[a.kind] - KIND_RANKS[b.kind] ||
      compareStarts(a, b),
  );
}

function urgency(item: AttentionItem): number {
  if (isLate(item)) {
    return 0;
  }
  const isWarning = item.badge.tone === "warning";
  if (isWarning && KIND_RANKS[item.kind] === KIND_RANKS.inquiry) {
    return 1;
  }
  return isWarning ? 2 : 3;
}

function isLate({ badge: { tone } }: AttentionItem): boolean {
  return tone === "negative";
}

/** The earlier start first. Unknown starts are last. */
function compareStarts({ since: one }: AttentionItem, { since: other }: AttentionItem): number {
  if (one === null || other === null) {
    return Number(one === null) - Number(other === null);
  }
  return Date.parse(one) - Date.parse(other);
}

const MS_PER_DAY = 86_400_000;

/** Adds how long an item has been waiting to its badge, such as "Action needed · 12 days". Omits less than a day. */
export function addAge(badge: StatusBadge, since: Instant | null, now: Date): StatusBadge {
  const days = since === null ? 0 : Math.floor((now.getTime() - Date.parse(since)) / MS_PER_DAY);
  return days < 1 ? badge : { ...badge, label: `${badge.label} · ${formatCount(days, "day")}` };
}

/**
 * Badge of one or more overdue records, with how late the oldest one is. Null means an unknown due date. At least 1 day,
 * because a record can be overdue on its due date in another time zone.
 */
export function overdueBadge(count: number, oldest: CalendarDate | null, today: CalendarDate): StatusBadge {
  const age = oldest && formatDaysLate(Math.max(1, daysBetween(oldest, today)));
  return { label: age === null ? "Overdue" : count === 1 ? age : `Oldest: ${age}`, tone: "negative" };
}

/** Start of the day after the due date. In UTC, because items are only sorted by it. */
export function lateSince(dueDate: CalendarDate): Instant {
  return instant(`${addDays(dueDate, 1)}T00:00:00Z`);
}

/** Access is renewed weekly for 30 days, so renewals are failing if it expires within this many days. */
const EXPIRING_ACCESS_DAYS = 14;

/** Whether access to Square expires so soon that its automatic renewal must be failing. */
export function isAccessExpiring(expiresInDays: number | null): boolean {
  return expiresInDays !== null && expiresInDays <= EXPIRING_ACCESS_DAYS;
}
