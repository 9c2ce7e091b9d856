import * as z from "zod/mini";
import { isCalendarDate } from "#domain/dates/calendar-date.ts";
import { type PublicationStatus, toFindingStateBadge, type Verdict } from "#domain/findings/finding-state.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import type { StatusBadge } from "#domain/status.ts";
import { multiLine } from "#domain/text/multi-line.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { singleLine } from "#domain/text/single-line.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

export type RetestStatus = ClosedSets["retest_rounds.status"];

export const RETEST_STATUS_BADGES: Readonly<Record<RetestStatus, StatusBadge>> = {
  requested: { label: "Requested", tone: "info" },
  in_progress: { label: "In progress", tone: "info" },
  completed: { label: "Completed", tone: "positive" },
  canceled: { label: "Canceled", tone: "neutral" },
};

/**
 * The badges for the status of a finding, whose stored state the database computes as text, and its active retest. The retest
 * replaces "Ready for retest".
 */
export function findingBadges(state: string, retest: RetestStatus | null): readonly StatusBadge[] {
  const retesting = retest && retestingBadge(retest);
  if (!retesting) {
    return [toFindingStateBadge(state)];
  }
  return state === "ready_for_retest" ? [retesting] : [toFindingStateBadge(state), retesting];
}

/** The same status as text, such as "Retest requested" or "In progress, Retest requested". */
export function formatFindingStatus(state: string, retest: RetestStatus | null): string {
  return findingBadges(state, retest)
    .map(({ label }) => label)
    .join(", ");
}

/** The badge of a finding that is being retested. Null if the retest has ended. */
function retestingBadge(status: RetestStatus): StatusBadge | null {
  switch (status) {
    case "requested":
      return { label: "Retest requested", tone: "info" };
    case "in_progress":
      return { label: "Retest in progress", tone: "info" };
    case "completed":
    case "canceled":
      return null;
  }
}

/**
 * Whether a client can request a retest: of a published finding that is neither fixed nor in a retest. The same rule as
 * `endpoints.request_retest()`.
 */
export function canRequestRetest(
  finding: { publication_status: PublicationStatus; verdict: Verdict | null },
  retests: ReadonlyArray<{ is_active: boolean }>,
): boolean {
  return (
    finding.publication_status === "published" &&
    finding.verdict !== "fixed" &&
    !retests.some(({ is_active: isActive }) => isActive)
  );
}

/** Why a retest in progress cannot be completed yet. Null if it can. */
export function findCompletionBlocker(counts: { missingCount: number; unsavedCount: number }): string | null {
  if (counts.unsavedCount > 0) {
    return `Save your changes to ${formatCount(counts.unsavedCount, "result")} first`;
  }
  return counts.missingCount > 0 ? `${formatCount(counts.missingCount, "result")} missing` : null;
}

const MAX_FINDINGS = 200;

/** The status of the active retest among the retests of a finding. Null if there is none. */
export function activeRetestStatus(
  retests: ReadonlyArray<{ is_active: boolean; retest_rounds: { status: RetestStatus } }>,
): RetestStatus | null {
  return retests.find(({ is_active: isActive }) => isActive)?.retest_rounds.status ?? null;
}

/** A request of a client, or the start of a round by an administrator. */
export const RequestRetest = z.object({
  projectId: z.guid(),
  findingIds: z
    .array(z.guid())
    .check(
      z.minLength(1, "Select at least one finding"),
      z.maxLength(MAX_FINDINGS, `Select at most ${MAX_FINDINGS} findings`),
    ),
  note: multiLine(TEXT_LIMITS.reason),
});
export type RequestRetest = z.infer<typeof RequestRetest>;

/** What a tester found about one finding. */
export const RetestResult = z.object({
  verdict: z.enum(["fixed", "partly_fixed", "not_fixed"], "Choose a result"),
  /** Markdown. */
  evidence: multiLine(TEXT_LIMITS.section),
  testedOn: z.string().check(z.refine(isCalendarDate, "Enter a valid date")),
  tester: multiLine(TEXT_LIMITS.tester).check(singleLine),
});
export type RetestResult = z.infer<typeof RetestResult>;
