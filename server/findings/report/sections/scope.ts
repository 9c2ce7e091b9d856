import { TEST_TYPE_LABELS } from "#domain/findings/report/assessment.ts";
import type { ReportData } from "#domain/findings/report/report.ts";
import { formatPeriod } from "#server/findings/report/format-period.ts";
import { listFrameworks } from "#server/findings/report/report-findings.ts";
import { writeMarkdown } from "#server/findings/report/write-markdown.ts";
import type { PdfText, PdfWriter } from "#server/pdf/pdf-writer.ts";

export function writeScope(pdf: PdfWriter, { assessment }: ReportData): void {
  const rows: ReadonlyArray<readonly [string, string]> = [
    ["System", assessment.system],
    ["Environment", assessment.environment],
    ["Contract reference", assessment.engagementReference],
    ["In scope", assessment.inScope],
    ["Out of scope", assessment.outOfScope],
    ["Tested by", assessment.testers],
    ["Tested", formatPeriod(assessment)],
    ["Test type", TEST_TYPE_LABELS[assessment.testType]],
  ];
  pdf.details(rows.filter(([, text]) => text !== "").map(([label, text]) => [label, toLines(text)] as const));
}

export function writeMethod(pdf: PdfWriter, data: ReportData): void {
  const { methodology, approach } = data.assessment;
  const frameworks = listFrameworks(data);
  if (methodology !== "") {
    pdf.text(toLines(methodology), { lineGap: 1.5 });
    pdf.space(8);
  }
  if (approach !== "") {
    writeMarkdown(pdf, approach, { headingRole: "H2" });
    pdf.space(8);
  }
  if (frameworks.length > 0) {
    pdf.heading("Frameworks");
    pdf.list(
      frameworks.map(
        ({ label }) =>
          () =>
            pdf.text(label),
      ),
    );
  }
}

export function hasMethod(data: ReportData): boolean {
  const { methodology, approach } = data.assessment;
  return methodology !== "" || approach !== "" || listFrameworks(data).length > 0;
}

/** Keeps the line breaks of a text from a form. */
function toLines(text: string): PdfText {
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((line, index) => [
      ...(index > 0 ? [{ text: "\n" }] : []),
      { text: line.replace(/\s+/g, " ").trim() },
    ]);
}
