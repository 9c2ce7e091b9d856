import type { Instant } from "#domain/dates/instant.ts";
import type { StatusBadge } from "#domain/status.ts";

/** Rank of each kind among items of the same urgency. Requests that we promise to answer within 24 hours share a rank. */
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
 * Sorts by urgency: replies that are due soon and can still be on time, then overdue and other replies, then other overdue
 * items and failures, warnings, and the rest. Each group is sorted by kind, longest waiting first.
 */
export function sortByUrgency<Item extends AttentionItem>(items: readonly Item[]): Item[] {
  return items.toSorted(
    (a, b) =>
      urgency(a) - urgency(b) ||
      KIND_RANKS[a.kind] - KIND_RANKS[b.kind] ||
      (a.since ?? "").localeCompare(b.since ?? ""),
  );
}

function urgency({ kind, badge: { tone } }: AttentionItem): number {
  if (KIND_RANKS[kind] === KIND_RANKS.inquiry) {
    return tone === "warning" ? 0 : 1;
  }
  return tone === "negative" ? 2 : tone === "warning" ? 3 : 4;
}

/** Access is renewed weekly for 30 days, so renewals are failing if it expires within this many days. */
const EXPIRING_ACCESS_DAYS = 14;

/** Whether access to Square expires so soon that its automatic renewal must be failing. */
export function isAccessExpiring(expiresInDays: number | null): boolean {
  return expiresInDays !== null && expiresInDays <= EXPIRING_ACCESS_DAYS;
}
