import type { ReportData } from "#domain/findings/report/report.ts";
import { countBySeverity, type SeverityCount } from "#domain/findings/report/severity-counts.ts";
import { SEVERITY_LABELS } from "#domain/findings/severity.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { writeMarkdown } from "#server/findings/report/write-markdown.ts";
import { COLORS, type PdfColumn, type PdfRow, type PdfWriter } from "#server/pdf/pdf-writer.ts";

const COUNT_COLUMNS: readonly PdfColumn[] = [
  { title: "Severity", share: 2, isHeader: true },
  { title: "Found", share: 1, align: "right" },
  { title: "Fixed and verified", share: 1.6, align: "right" },
  { title: "Risk accepted", share: 1.4, align: "right" },
  { title: "Open", share: 1, align: "right" },
];

const SERIES = [
  { label: "Open", color: COLORS.accent, textColor: COLORS.white },
  { label: "Risk accepted", color: COLORS.accentTint, textColor: COLORS.text },
  { label: "Fixed and verified", color: COLORS.neutral, textColor: COLORS.text },
];

export function writeSummary(pdf: PdfWriter, data: ReportData): void {
  const counts = countBySeverity(data.findings);
  if (data.assessment.summary !== "") {
    writeMarkdown(pdf, data.assessment.summary, { headingRole: "H2" });
    pdf.space(6);
  }
  pdf.heading("Findings by severity");
  if (counts.every(({ found }) => found === 0)) {
    pdf.text("No findings.");
    return;
  }
  writeCounts(pdf, counts);
  pdf.space(18);
  pdf.barChart({
    series: SERIES,
    bars: counts.map(({ severity, open, riskAccepted, fixed }) => ({
      label: SEVERITY_LABELS[severity],
      values: [open, riskAccepted, fixed],
    })),
    alt: `Bar chart of findings by severity. ${counts.map(describeCount).join(" ")}`,
  });
}

/** Writes the number of findings of each severity, and their total. */
function writeCounts(pdf: PdfWriter, counts: readonly SeverityCount[]): void {
  const total = (field: Exclude<keyof SeverityCount, "severity">) =>
    String(counts.reduce((sum, count) => sum + count[field], 0));
  const rows = counts.map(({ severity, found, fixed, riskAccepted, open }) => ({
    cells: [SEVERITY_LABELS[severity], ...[found, fixed, riskAccepted, open].map(String)],
  }));
  const totals: PdfRow = {
    cells: ["Total", total("found"), total("fixed"), total("riskAccepted"), total("open")],
    isStrong: true,
  };
  pdf.table(COUNT_COLUMNS, [...rows, totals]);
}

function describeCount({ severity, found, fixed, riskAccepted, open }: SeverityCount): string {
  const statuses = `${open} open, ${riskAccepted} risk accepted, ${fixed} fixed`;
  return `${SEVERITY_LABELS[severity]}: ${formatCount(found, "finding")}, ${statuses}.`;
}
