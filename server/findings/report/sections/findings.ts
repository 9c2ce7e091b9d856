import { formatDate } from "#domain/dates/calendar-date.ts";
import { VERDICT_BADGES } from "#domain/findings/finding-state.ts";
import type { ReportedFinding } from "#domain/findings/report/report.ts";
import { findingBadges, formatFindingStatus } from "#domain/findings/retest.ts";
import { SEVERITY_LABELS, type Severity } from "#domain/findings/severity.ts";
import { TAXONOMY_LABELS } from "#domain/findings/taxonomy.ts";
import { getDestination } from "#server/findings/report/report-findings.ts";
import { writeMarkdown } from "#server/findings/report/write-markdown.ts";
import type { Badge, PdfColumn, PdfText, PdfWriter } from "#server/pdf/pdf-writer.ts";

const COLUMNS: readonly PdfColumn[] = [
  { title: "Key", share: 1.7 },
  { title: "Finding", share: 5.4, isHeader: true },
  { title: "Severity", share: 1.4 },
  { title: "Status", share: 1.9 },
  { title: "CVSS", share: 1, align: "right" },
];

const SEVERITY_TONES: Readonly<Record<Severity, Badge["tone"]>> = {
  critical: "strong",
  high: "strong",
  medium: "medium",
  low: "outlined",
  info: "outlined",
};

/** Space for the heading of a finding, its badges and the first rows of its details. */
const FINDING_SPACE = 190;

export function writeFindingTable(pdf: PdfWriter, findings: readonly ReportedFinding[]): void {
  if (findings.length === 0) {
    pdf.text("No findings.");
    return;
  }
  pdf.table(
    COLUMNS,
    findings.map((finding) => ({
      cells: [
        linkToFinding(finding),
        finding.title,
        SEVERITY_LABELS[finding.severity],
        formatFindingStatus(finding.state, finding.activeRetest),
        finding.cvss ? finding.cvss.score.toFixed(1) : "–",
      ],
    })),
  );
}

export function linkToFinding(finding: ReportedFinding): PdfText {
  return [{ text: finding.key, link: { destination: getDestination(finding) } }];
}

export function writeFinding(pdf: PdfWriter, finding: ReportedFinding): void {
  pdf.space(14);
  pdf.ensureSpace(FINDING_SPACE);
  pdf.heading(`${finding.key} ${finding.title}`, { destination: getDestination(finding) });
  pdf.badges([
    { label: SEVERITY_LABELS[finding.severity], tone: SEVERITY_TONES[finding.severity] },
    ...findingBadges(finding.state, finding.activeRetest).map(
      ({ label }): Badge => ({ label, tone: "outlined" }),
    ),
  ]);
  pdf.space(6);
  pdf.details(listDetails(finding));
  const texts: ReadonlyArray<readonly [string, string]> = [
    ["Description", finding.description],
    ["Impact", finding.impact],
    ["Evidence", finding.evidence],
    ["Steps to reproduce", finding.reproductionSteps],
    ["Recommendation", finding.recommendation],
  ];
  for (const [title, text] of texts) {
    if (text.trim() !== "") {
      pdf.heading(title, { level: 3 });
      writeMarkdown(pdf, text, { headingRole: "H4" });
    }
  }
  writeMappings(pdf, finding);
  writeRetests(pdf, finding);
}

function listDetails(finding: ReportedFinding): Array<readonly [string, PdfText]> {
  const { cvss, affectedAsset, tags, tester, foundOn, publishedOn, dueOn, version } = finding;
  const rows: ReadonlyArray<readonly [string, PdfText]> = [
    ["Affected asset", affectedAsset],
    ["CVSS 4.0", cvss ? [{ text: `${cvss.score.toFixed(1)}  ` }, { text: cvss.vector, font: "mono" }] : ""],
    ["Found", `${formatDate(foundOn)}${tester === "" ? "" : ` by ${tester}`}`],
    ["Published", formatDate(publishedOn)],
    ["Deadline", dueOn ? formatDate(dueOn) : ""],
    ["Risk accepted until", finding.riskAcceptedUntil ? formatDate(finding.riskAcceptedUntil) : ""],
    ["Tags", tags.join(", ")],
    ["Version", version > 1 ? String(version) : ""],
  ];
  return rows.filter(([, text]) => text !== "");
}

function writeMappings(pdf: PdfWriter, { mappings }: ReportedFinding): void {
  if (mappings.length === 0) {
    return;
  }
  pdf.heading("Mappings", { level: 3 });
  pdf.list(
    mappings.map(({ taxonomy, version, id, name }) => () => {
      pdf.text(`${TAXONOMY_LABELS[taxonomy]} (${version}): ${id} ${name}`);
      pdf.space(2);
    }),
  );
}

function writeRetests(pdf: PdfWriter, { retests }: ReportedFinding): void {
  if (retests.length === 0) {
    return;
  }
  pdf.heading("Retests", { level: 3 });
  for (const { round, testedOn, verdict, tester, evidence } of retests) {
    const by = tester === "" ? "" : ` by ${tester}`;
    pdf.text([
      { text: VERDICT_BADGES[verdict].label, font: "semibold" },
      { text: `, retest ${round}, tested on ${formatDate(testedOn)}${by}` },
    ]);
    if (evidence.trim() !== "") {
      pdf.space(3);
      writeMarkdown(pdf, evidence, { headingRole: "H4" });
    }
    pdf.space(6);
  }
}
