import { formatDate } from "#domain/dates/calendar-date.ts";
import type { ReportData } from "#domain/findings/report/report.ts";
import { createPdfWriter, type PdfWriter } from "#server/pdf/pdf-writer.ts";
import { listFindings, listFrameworks } from "./report-findings.ts";
import { writeAbout } from "./sections/about.ts";
import { REPORT_TITLE, writeCover } from "./sections/cover.ts";
import { writeFinding, writeFindingTable } from "./sections/findings.ts";
import { writeChanges, writeFrameworks, writeRetestResults } from "./sections/results.ts";
import { hasMethod, writeMethod, writeScope } from "./sections/scope.ts";
import { writeSummary } from "./sections/summary.ts";

type Section = { title: string; write: () => void; isEmpty?: boolean; startsPage?: boolean };

/**
 * Renders the report of an assessment as a PDF. The same data results in the same bytes.
 * @param onProgress called with the number of findings that are written
 */
export async function renderReport(
  data: ReportData,
  onProgress?: (doneFindings: number) => void,
): Promise<Buffer> {
  const createdAt = new Date(`${data.asOf}T12:00:00Z`);
  const title = `${REPORT_TITLE}: ${data.projectName}, as of ${formatDate(data.asOf)}`;
  const pdf = createPdfWriter(title, createdAt, { hasLetterhead: false, hasCover: true });
  const sections = listSections(pdf, data, onProgress).filter(({ isEmpty }) => !isEmpty);
  writeCover(pdf, data);
  pdf.startPage();
  pdf.heading("Contents", { level: 1 });
  pdf.contents(sections.map((section) => ({ title: section.title, destination: section.title })));
  for (const { title: heading, write, startsPage = false } of sections) {
    if (startsPage) {
      pdf.startPage();
    }
    pdf.heading(heading, { level: 1, destination: heading });
    write();
  }
  return pdf.finish();
}

function listSections(
  pdf: PdfWriter,
  data: ReportData,
  onProgress: ((doneFindings: number) => void) | undefined,
): Section[] {
  const findings = listFindings(data);
  return [
    { title: "Executive summary", startsPage: true, write: () => writeSummary(pdf, data) },
    { title: "Scope", startsPage: true, write: () => writeScope(pdf, data) },
    { title: "Method", isEmpty: !hasMethod(data), write: () => writeMethod(pdf, data) },
    {
      title: "Findings",
      startsPage: true,
      write() {
        writeFindingTable(pdf, findings);
        for (const [index, finding] of findings.entries()) {
          writeFinding(pdf, finding);
          onProgress?.(index + 1);
        }
      },
    },
    {
      title: "Retest results",
      isEmpty: findings.every(({ retests }) => retests.length === 0),
      startsPage: true,
      write: () => writeRetestResults(pdf, findings),
    },
    {
      title: "Mappings by framework",
      isEmpty: listFrameworks(data).length === 0,
      startsPage: true,
      write: () => writeFrameworks(pdf, data),
    },
    {
      title: "Change log",
      isEmpty: data.changes.length === 0,
      write: () => writeChanges(pdf, data),
    },
    { title: "About this report", write: () => writeAbout(pdf, data) },
  ];
}
