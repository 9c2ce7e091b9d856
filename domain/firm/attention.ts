import type { Instant } from "#domain/dates/instant.ts";
import type { StatusBadge, Tone } from "#domain/status.ts";

/** Rank of each kind among items of the same urgency. Requests with a deadline share a rank. */
const KIND_RANKS = {
  inquiry: 0,
  planRequest: 0,
  booking: 0,
  duplicatePlan: 1,
  message: 2,
  squareConnection: 3,
  squareEvents: 4,
  squareDifferences: 4,
  email: 5,
  jobs: 5,
  unassignedInvoices: 6,
} as const;

export type AttentionKind = keyof typeof KIND_RANKS;

/** What an administrator has to act on, such as an inquiry to reply to or an email that failed. */
export type AttentionItem = {
  kind: AttentionKind;
  /** Unique among all items. */
  key: string;
  title: string;
  details: string;
  badge: StatusBadge;
  /** Since when the item waits. Null for a problem that has no start. */
  since: Instant | null;
};

/** Sorts by urgency: overdue items and failures first, then warnings, then the rest. Then by kind, longest waiting first. */
export function sortByUrgency<Item extends AttentionItem>(items: readonly Item[]): Item[] {
  return items.toSorted(
    (a, b) =>
      urgency(a.badge.tone) - urgency(b.badge.tone) ||
      KIND_RANKS[a.kind] - KIND_RANKS[b.kind] ||
      (a.since ?? "").localeCompare(b.since ?? ""),
  );
}

function urgency(tone: Tone): number {
  if (tone === "negative") {
    return 0;
  }
  return tone === "warning" ? 1 : 2;
}

/** Square access that expires within this many days was not renewed as scheduled. Renewal is weekly, for 30 days. */
const EXPIRING_ACCESS_DAYS = 14;

/** Whether access to Square expires soon, which means that its automatic renewal fails. */
export function isAccessExpiring(expiresInDays: number | null): boolean {
  return expiresInDays !== null && expiresInDays <= EXPIRING_ACCESS_DAYS;
}
