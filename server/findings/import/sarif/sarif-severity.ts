import type { SkipReason } from "#domain/findings/import/imported-finding.ts";
import type { Severity } from "#domain/findings/severity.ts";
import type { Level, Rule, SarifResult } from "./sarif-schema.ts";

const LEVEL_SEVERITIES: Readonly<Record<Level, Severity>> = {
  error: "high",
  warning: "medium",
  note: "low",
  none: "info",
};

/** Kinds of results that do not report a problem. `review` requires a decision of a person, as a draft does. */
const SKIPPED_KINDS: ReadonlyMap<string, SkipReason> = new Map([
  ["pass", "passed"],
  ["informational", "not-security"],
  ["notApplicable", "not-evaluated"],
  ["open", "not-evaluated"],
]);

/** Null if the result reports a problem. */
export function skipReason(result: SarifResult, rule: Rule | null): SkipReason | null {
  if (isSuppressed(result)) {
    return "suppressed";
  }
  // The result is part of an earlier run only.
  if (result.baselineState === "absent") {
    return "passed";
  }
  const reason = SKIPPED_KINDS.get(result.kind ?? "fail");
  if (reason) {
    return reason;
  }
  return result.kind !== "review" && findLevel(result, rule) === "none" ? "not-security" : null;
}

/** Uses the CVSS score of the rule if it has one, and the level otherwise. `source` describes which. */
export function suggestSeverity(
  result: SarifResult,
  rule: Rule | null,
): { severity: Severity; source: string } {
  const score = rule?.properties?.["security-severity"] ?? result.properties?.["security-severity"];
  const band = findBand(score);
  if (band) {
    return { severity: band.severity, source: `security-severity ${band.label}` };
  }
  const level = findLevel(result, rule);
  return { severity: LEVEL_SEVERITIES[level], source: `Level ${level}` };
}

/** A suppression that is under review or rejected does not suppress the result. */
function isSuppressed({ suppressions }: SarifResult): boolean {
  return (
    !!suppressions &&
    suppressions.length > 0 &&
    suppressions.every((suppression) => (suppression?.status ?? "accepted") === "accepted")
  );
}

function findLevel({ kind, level }: SarifResult, rule: Rule | null): Level {
  if (kind && kind !== "fail") {
    return "none";
  }
  return level ?? rule?.defaultConfiguration?.level ?? "warning";
}

type ScoreBand = { min: number; severity: Severity; label: string };

/** From the highest score. */
const SCORE_BANDS: readonly ScoreBand[] = [
  { min: 9, severity: "critical", label: "9.0 or higher" },
  { min: 7, severity: "high", label: "7.0 to 8.9" },
  { min: 4, severity: "medium", label: "4.0 to 6.9" },
  { min: Number.MIN_VALUE, severity: "low", label: "0.1 to 3.9" },
  { min: 0, severity: "info", label: "0.0" },
];

function findBand(value: string | number | null | undefined): ScoreBand | null {
  const score = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof score !== "number" || !(score >= 0 && score <= 10)) {
    return null;
  }
  return SCORE_BANDS.find(({ min }) => score >= min) ?? null;
}
