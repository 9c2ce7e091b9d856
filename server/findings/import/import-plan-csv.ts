import {
  formatPositions,
  IMPORT_ACTION_LABELS,
  SKIP_REASON_LABELS,
} from "#domain/findings/import/import-preview.ts";
import { type ResultTotals, SKIP_REASONS } from "#domain/findings/import/imported-finding.ts";
import { SEVERITY_LABELS } from "#domain/findings/severity.ts";
import { toCsv, toPlainCsv } from "#domain/text/csv.ts";
import type { PlannedFinding } from "./store-import.ts";

const HEADER = [
  "Action",
  "Finding",
  "Title",
  "Severity",
  "Affected asset",
  "Results",
  "Fingerprint",
  "Position",
];

/** What an import does with each finding, and how many results it skips for each reason, as CSV. */
export async function* importPlanToCsv(
  plan: AsyncIterable<PlannedFinding[]>,
  totals: () => ResultTotals,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(toCsv([HEADER]));
  for await (const batch of plan) {
    const rows = batch.map(({ finding, action, key }) => [
      IMPORT_ACTION_LABELS[action],
      key,
      finding.title,
      SEVERITY_LABELS[finding.severity],
      finding.affectedAsset,
      String(finding.resultCount),
      finding.fingerprint,
      "",
    ]);
    yield encoder.encode(toPlainCsv(rows));
  }
  const complete = totals();
  const { invalidRows } = complete;
  yield encoder.encode(
    toPlainCsv(
      invalidRows.map(({ problem }) => ["Row with an error (skipped)", "", "", "", "", "1", "", problem]),
    ),
  );
  for (const reason of SKIP_REASONS) {
    const count = complete.skipped[reason];
    if (count && !(reason === "invalid" && invalidRows.length > 0)) {
      const label = `Skipped: ${SKIP_REASON_LABELS[reason]}`;
      const position = formatPositions(reason, complete);
      yield encoder.encode(toPlainCsv([[label, "", "", "", "", String(count), "", position]]));
    }
  }
}
