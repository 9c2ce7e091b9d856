import { listKeys, type StatusBadge } from "#domain/status.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

/** Set by the firm. Clients cannot read drafts. */
export type PublicationStatus = ClosedSets["findings.publication_status"];

/** Set by the client. */
export type RemediationStatus = ClosedSets["findings.remediation_status"];

/** The result of a retest. Only `fixed` closes a finding. */
export type Verdict = ClosedSets["retest_results.verdict"];

export const VERDICT_BADGES: Readonly<Record<Verdict, StatusBadge>> = {
  fixed: { label: "Fixed", tone: "positive" },
  partly_fixed: { label: "Partially fixed", tone: "warning" },
  not_fixed: { label: "Not fixed", tone: "negative" },
};

/** The three statuses combined, which lists show. */
export type FindingState = "draft" | "withdrawn" | "fixed" | RemediationStatus;

export const FINDING_STATE_BADGES: Record<FindingState, StatusBadge> = {
  draft: { label: "Draft", tone: "neutral" },
  // Red is for late and critical findings.
  open: { label: "Open", tone: "neutral" },
  in_progress: { label: "In progress", tone: "info" },
  ready_for_retest: { label: "Ready for retest", tone: "info" },
  disputed: { label: "Disputed", tone: "warning" },
  risk_accepted: { label: "Risk accepted", tone: "neutral" },
  fixed: { label: "Fixed", tone: "positive" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
};

/** The badge for a stored state, which the database computes as text. */
export function toFindingStateBadge(state: string): StatusBadge {
  return (
    new Map<string, StatusBadge>(Object.entries(FINDING_STATE_BADGES)).get(state) ?? {
      label: state,
      tone: "neutral",
    }
  );
}

/** The states in which a finding still has to be fixed. */
export const OPEN_STATES = ["open", "in_progress", "ready_for_retest", "disputed"] as const;

export function isOpenState(state: string): boolean {
  return OPEN_STATES.some((open) => open === state);
}

/** Counts the findings in each state, in display order. States without findings are omitted. */
export function countStates(
  findings: readonly { state: string }[],
): readonly { state: FindingState; count: number }[] {
  return listKeys(FINDING_STATE_BADGES)
    .map((state) => ({ state, count: findings.filter((finding) => finding.state === state).length }))
    .filter(({ count }) => count > 0);
}

/** The same rule as the column `findings.state`. */
export function getFindingState(finding: {
  publicationStatus: PublicationStatus;
  remediationStatus: RemediationStatus;
  verdict: Verdict | null;
}): FindingState {
  if (finding.publicationStatus !== "published") {
    return finding.publicationStatus;
  }
  return finding.verdict === "fixed" ? "fixed" : finding.remediationStatus;
}
