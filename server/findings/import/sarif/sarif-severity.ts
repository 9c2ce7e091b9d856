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

/** Uses the CVSS score of the rule if it has one, and the level otherwise. */
export function suggestSeverity(result: SarifResult, rule: Rule | null): Severity {
  const score = rule?.properties?.["security-severity"] ?? result.properties?.["security-severity"];
  return parseScore(score) ?? LEVEL_SEVERITIES[findLevel(result, rule)];
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

function parseScore(value: string | number | null | undefined): Severity | null {
  const score = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof score !== "number" || !(score >= 0 && score <= 10)) {
    return null;
  }
  if (score >= 9) {
    return "critical";
  }
  if (score >= 7) {
    return "high";
  }
  if (score >= 4) {
    return "medium";
  }
  return score > 0 ? "low" : "info";
}
