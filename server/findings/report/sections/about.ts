import { brand } from "#brand";
import { formatDate } from "#domain/dates/calendar-date.ts";
import type { ReportData } from "#domain/findings/report/report.ts";
import { formatPeriod } from "#server/findings/report/format-period.ts";
import type { PdfWriter } from "#server/pdf/pdf-writer.ts";

/** The limits of a test, which reports and letters contain. */
export const TEST_LIMITS = [
  "The results describe the tested version on the dates of the test. Later changes to the system, its models, prompts or data can add or remove weaknesses.",
  "Tests are samples. They cannot show that a system has no other weaknesses.",
  "Language models are not deterministic. An attack that failed during the test can succeed later, and vice versa.",
] as const;

export function writeAbout(pdf: PdfWriter, { assessment, asOf }: ReportData): void {
  const paragraphs = [
    `${brand.name} tested the system: ${formatPeriod(assessment)}. The report shows the findings as of ${formatDate(asOf)}, including the retests that were completed by then. Severities are our assessment of the risk in this system. The CVSS score is an additional reference.`,
    ...TEST_LIMITS,
    "The report is not a guarantee or a certification.",
    `Questions about this report: ${brand.contactEmail}`,
  ];
  for (const paragraph of paragraphs) {
    pdf.text(paragraph, { lineGap: 1.5 });
    pdf.space(6);
  }
}
