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

/** What an import does. `findings` and `invalidRows` contain the first ones. */
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

/** How many rows of a CSV file have errors, and how many can be imported without them. */
export function countRows({ resultCount, skipped }: ResultTotals): { invalid: number; valid: number } {
  const invalid = skipped.invalid ?? 0;
  return { invalid, valid: resultCount - invalid };
}

/** Describes the rows of a CSV file that have errors, such as "2 of 5 rows have errors." Null without errors. */
export function formatInvalidRows(totals: ResultTotals): string | null {
  if (totals.invalidRows.length === 0) {
    return null;
  }
  const { invalid, valid } = countRows(totals);
  if (valid === 0) {
    return `${invalid === 1 ? "The only row has" : `All ${invalid.toLocaleString("en-US")} rows have`} errors. Correct the file and choose it again.`;
  }
  return `${invalid.toLocaleString("en-US")} of ${formatCount(totals.resultCount, "row")} ${invalid === 1 ? "has" : "have"} errors. Correct the file and choose it again, or import ${valid === 1 ? "the other row" : `the other ${formatCount(valid, "row")}`}.`;
}

/** The result of an import, such as "3 drafts created, 0 updated. Skipped: 2 rows with errors, 1 already published". */
export function formatImportReport(report: ImportPreview): string {
  const { counts } = report;
  const invalid = report.invalidRows.length > 0 ? countRows(report).invalid : 0;
  const skipped = [
    ...(invalid > 0 ? [`${formatCount(invalid, "row")} with errors`] : []),
    ...(counts.published > 0 ? [`${counts.published.toLocaleString("en-US")} already published`] : []),
  ];
  const stored = `${formatCount(counts.create, "draft")} created, ${counts.update.toLocaleString("en-US")} updated`;
  return skipped.length > 0 ? `${stored}. Skipped: ${skipped.join(", ")}` : stored;
}

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
