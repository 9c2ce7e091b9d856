import { brand } from "#brand";
import { formatDate } from "#domain/dates/calendar-date.ts";
import type { ReportData } from "#domain/findings/report/report.ts";
import { formatPeriod } from "#server/findings/report/format-period.ts";
import type { PdfWriter } from "#server/pdf/pdf-writer.ts";

export const REPORT_TITLE = "AI security assessment";

/** Writes the first page, without a page number. */
export function writeCover(pdf: PdfWriter, { company, projectName, assessment, asOf }: ReportData): void {
  pdf.space(20);
  pdf.logo(34);
  pdf.space(8);
  pdf.text(brand.name, { size: 16, font: "semibold", role: "P" });
  pdf.space(130);
  pdf.text(REPORT_TITLE, { size: 32, font: "semibold" });
  pdf.space(8);
  pdf.text(projectName, { size: 16, isMuted: true, role: "P" });
  pdf.space(48);
  pdf.details([
    ["Prepared for", company],
    ["System", assessment.system],
    ["Tested", formatPeriod(assessment)],
    ["As of", formatDate(asOf)],
  ]);
  pdf.space(28);
  pdf.text("Confidential", { size: 9, font: "semibold" });
  pdf.text(
    `This report is for ${company} only. It describes weaknesses that attackers could exploit. Share it only with people who need it for their work.`,
    { size: 9, isMuted: true, lineGap: 1.5 },
  );
}
