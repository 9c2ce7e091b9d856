import { type CalendarDate, formatDate, isCalendarDate } from "#domain/dates/calendar-date.ts";
import { formatTimeZone } from "#domain/dates/time-zone.ts";
import { listKeys, type StatusBadge, toStatusBadge } from "#domain/status.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

export type ProposalStatus = ClosedSets["proposals.status"];

const PROPOSAL_STATUS_BADGES = {
  draft: { label: "Draft", tone: "neutral" },
  sent: { label: "Sent", tone: "info" },
  viewed: { label: "Viewed", tone: "warning" },
  accepted: { label: "Accepted", tone: "positive" },
  declined: { label: "Declined", tone: "negative" },
  expired: { label: "Expired", tone: "neutral" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
} satisfies Record<ProposalStatus, StatusBadge>;

/** Proposal statuses, in filter order. */
export const PROPOSAL_STATUSES = listKeys(PROPOSAL_STATUS_BADGES);

export function proposalStatusBadge(status: ProposalStatus): StatusBadge {
  return toStatusBadge(PROPOSAL_STATUS_BADGES, status);
}

/**
 * The statuses that can follow each status. Sending a new version returns any proposal that is not accepted to `sent`. The same
 * rule as `private.check_proposal_change()`.
 */
export const NEXT_STATUSES: Readonly<Record<ProposalStatus, readonly ProposalStatus[]>> = {
  draft: ["sent"],
  sent: ["viewed", "accepted", "declined", "expired", "withdrawn"],
  viewed: ["sent", "accepted", "declined", "expired", "withdrawn"],
  accepted: [],
  declined: ["sent"],
  expired: ["sent"],
  withdrawn: ["sent"],
};

type Validity = { status: ProposalStatus; validUntil: CalendarDate | null };

/**
 * The status to show. A proposal expires at the end of its last day in the firm's time zone, before the job stores it.
 * @param today today's date in the firm's time zone
 */
export function currentStatus({ status, validUntil }: Validity, today: CalendarDate): ProposalStatus {
  return (status === "sent" || status === "viewed") && hasExpired(validUntil, today) ? "expired" : status;
}

/** Whether the last day has passed. */
export function hasExpired(validUntil: CalendarDate | null, today: CalendarDate): boolean {
  return validUntil !== null && validUntil < today;
}

/** Whether the client can still accept or decline the proposal. */
export function isOpenProposal(proposal: Validity, today: CalendarDate): boolean {
  const status = currentStatus(proposal, today);
  return status === "sent" || status === "viewed";
}

/** Whether the proposal can be sent again with a later last day: it is open or expired. */
export function isExtendable(proposal: Validity, today: CalendarDate): boolean {
  return isOpenProposal(proposal, today) || currentStatus(proposal, today) === "expired";
}

type Extension = { validUntil: CalendarDate | null; today: CalendarDate };

/** Why a proposal can't be extended to this day. Null if it can. */
export function extensionProblem(day: string, { validUntil, today }: Extension): string | null {
  if (!isCalendarDate(day)) {
    return "Enter a valid date.";
  }
  if (validUntil !== null && day <= validUntil) {
    return `Choose a day after ${formatDate(validUntil)}.`;
  }
  return day < today ? "Choose today or a later day." : null;
}

/** A list of proposals: those with one status, or all that wait for the client. */
export type ProposalFilter = ProposalStatus | "open";

/** The proposals with one of these stored statuses, and on which side of today their last day must be, if any. */
export type StoredCondition = {
  statuses: readonly ProposalStatus[];
  lastDay: "today-or-later" | "before-today" | null;
};

const WAITING_STATUSES = ["sent", "viewed"] as const;

/** The stored proposals that a filter includes. The same rule as `currentStatus`. A sent proposal has a last day. */
export function storedConditions(filter: ProposalFilter): StoredCondition[] {
  switch (filter) {
    case "open":
      return [{ statuses: WAITING_STATUSES, lastDay: "today-or-later" }];
    case "sent":
    case "viewed":
      return [{ statuses: [filter], lastDay: "today-or-later" }];
    case "expired":
      return [
        { statuses: ["expired"], lastDay: null },
        { statuses: WAITING_STATUSES, lastDay: "before-today" },
      ];
    default:
      return [{ statuses: [filter], lastDay: null }];
  }
}

/** The end of a proposal's validity, such as "Nov 30, 2026, end of day, Pacific Time (Los Angeles)". */
export function formatValidity(validUntil: CalendarDate, timeZone: string): string {
  return `${formatDate(validUntil)}, end of day, ${formatTimeZone(timeZone)}`;
}
