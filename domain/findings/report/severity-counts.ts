import type { FindingState } from "#domain/findings/finding-state.ts";
import { SEVERITIES, type Severity } from "#domain/findings/severity.ts";

/** How many findings of a severity were found, and what became of them. `found` is the sum of the others. */
export type SeverityCount = {
  severity: Severity;
  found: number;
  /** Fixed and verified by a retest. */
  fixed: number;
  riskAccepted: number;
  open: number;
};

/** Counts published findings by severity, including severities without findings. */
export function countBySeverity(
  findings: readonly { severity: Severity; state: FindingState }[],
): SeverityCount[] {
  return SEVERITIES.map((severity) => {
    const ofSeverity = findings.filter(
      (finding) =>
        finding.severity === severity && finding.state !== "draft" && finding.state !== "withdrawn",
    );
    const fixed = ofSeverity.filter(({ state }) => state === "fixed").length;
    const riskAccepted = ofSeverity.filter(({ state }) => state === "risk_accepted").length;
    const found = ofSeverity.length;
    return { severity, found, fixed, riskAccepted, open: found - fixed - riskAccepted };
  });
}
