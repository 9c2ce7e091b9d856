import { formatDate } from "#domain/dates/calendar-date.ts";
import { VERDICT_BADGES } from "#domain/findings/finding-state.ts";
import type { ReportData, ReportedFinding } from "#domain/findings/report/report.ts";
import { formatFindingStatus } from "#domain/findings/retest.ts";
import { getDestination, listFrameworks } from "#server/findings/report/report-findings.ts";
import type { PdfColumn, PdfText, PdfWriter } from "#server/pdf/pdf-writer.ts";
import { linkToFinding } from "./findings.ts";

const RETEST_COLUMNS: readonly PdfColumn[] = [
  { title: "Key", share: 1.5 },
  { title: "Finding", share: 4, isHeader: true },
  { title: "Result", share: 1.5 },
  { title: "Tested on", share: 1.5 },
  { title: "Tester", share: 1.9 },
];
const MAPPING_COLUMNS: readonly PdfColumn[] = [
  { title: "ID", share: 1.6 },
  { title: "Name", share: 3.4, isHeader: true },
  { title: "Result", share: 3 },
];
const CHANGE_COLUMNS: readonly PdfColumn[] = [
  { title: "Date", share: 1 },
  { title: "Change", share: 4.4 },
];

/** Writes the results of each round. */
export function writeRetestResults(pdf: PdfWriter, findings: readonly ReportedFinding[]): void {
  const results = findings.flatMap((finding) => finding.retests.map((retest) => ({ finding, retest })));
  const rounds = Map.groupBy(results, ({ retest }) => retest.round);
  for (const [round, ofRound] of [...rounds].toSorted(([one], [other]) => one - other)) {
    pdf.heading(`Retest ${round}`);
    pdf.table(
      RETEST_COLUMNS,
      ofRound.map(({ finding, retest }) => ({
        cells: [
          linkToFinding(finding),
          finding.title,
          VERDICT_BADGES[retest.verdict].label,
          formatDate(retest.testedOn),
          retest.tester,
        ],
      })),
    );
  }
}

/** Writes which entries of each framework were tested, with their findings, and which frameworks are listed only in part. */
export function writeFrameworks(pdf: PdfWriter, data: ReportData): void {
  for (const { label, selection, entries } of listFrameworks(data)) {
    pdf.heading(label);
    if (selection) {
      pdf.text(`This report considers ${selection}.`, { isMuted: true });
      pdf.space(4);
    }
    pdf.table(
      MAPPING_COLUMNS,
      entries.map(({ entry, findings }) => ({
        cells: [entry.id, entry.name, formatResult(findings)],
      })),
    );
  }
}

function formatResult(findings: readonly ReportedFinding[]): PdfText {
  if (findings.length === 0) {
    return "Tested, no findings";
  }
  return findings.flatMap((finding, index) => [
    { text: finding.key, link: { destination: getDestination(finding) } },
    {
      text: ` (${formatFindingStatus(finding.state, finding.activeRetest)})${index < findings.length - 1 ? ", " : ""}`,
    },
  ]);
}

export function writeChanges(pdf: PdfWriter, { changes }: ReportData): void {
  pdf.table(
    CHANGE_COLUMNS,
    changes.map(({ date, text }) => ({ cells: [formatDate(date), text] })),
  );
}
