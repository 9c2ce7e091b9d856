import type { ImportMapping } from "#domain/findings/import/import-mapping.ts";
import type { ImportFormat, ResultTotals, SkipReason } from "#domain/findings/import/imported-finding.ts";
import type { Severity } from "#domain/findings/severity.ts";
import { formatCount, pluralize } from "#domain/text/pluralize.ts";

/**
 * What an import does with a finding of the file: creates a draft, replaces the evidence of a draft from an earlier import, or
 * nothing, because the finding is published already.
 */
export type ImportAction = "create" | "update" | "published";

export const IMPORT_ACTION_LABELS: Readonly<Record<ImportAction, string>> = {
  create: "New draft",
  update: "Update to draft",
  published: "Already published (skipped)",
};

export type PreviewedFinding = {
  title: string;
  severity: Severity;
  sourceSeverity: string;
  resultCount: number;
  action: ImportAction;
  /** The key of the published finding. Empty for drafts. */
  key: string;
};

/** What an import does. `findings` contains the first ones. */
export type ImportPreview = ResultTotals & {
  tool: string;
  counts: Record<ImportAction, number>;
  findings: PreviewedFinding[];
  mapping: ImportMapping;
};

export const IMPORT_FORMAT_LABELS: Readonly<Record<ImportFormat, string>> = {
  sarif: "SARIF 2.1.0",
  garak: "garak (report or hit log)",
  promptfoo: "promptfoo",
  csv: "CSV",
};

/** An import lists at most this many positions per reason. */
export const MAX_SKIP_POSITIONS = 5;

export const SKIP_REASON_LABELS: Readonly<Record<SkipReason, string>> = {
  passed: "passed",
  error: "the test failed to run",
  "not-evaluated": "not evaluated",
  "not-security": "not a security test",
  suppressed: "suppressed in the file",
  invalid: "incomplete",
};

/** Describes the results that are skipped for a reason, such as "12 results skipped: passed (lines 3, 4, 8 and more)". */
export function formatSkipped(reason: SkipReason, totals: ResultTotals): string {
  const count = totals.skipped[reason] ?? 0;
  const positions = formatPositions(reason, totals);
  return `${formatCount(count, "result")} skipped: ${SKIP_REASON_LABELS[reason]}${positions && ` (${positions})`}`;
}

/** Where the first skipped results are, such as "line 3" or "results 3, 4, 8 and more". Empty if it is not known. */
export function formatPositions(
  reason: SkipReason,
  { skipped, positions, positionUnit }: ResultTotals,
): string {
  const known = positions[reason] ?? [];
  if (known.length === 0) {
    return "";
  }
  const numbers = known.map((position) => position.toLocaleString("en-US"));
  const hasMore = (skipped[reason] ?? 0) > known.length && known.length === MAX_SKIP_POSITIONS;
  const list = hasMore ? `${numbers.join(", ")} and more` : new Intl.ListFormat("en-US").format(numbers);
  return `${known.length === 1 ? positionUnit : pluralize(positionUnit)} ${list}`;
}
