import { createPdfWriter, type PdfWriter } from "../../../server/pdf/pdf-writer.ts";
import {
  FINDING_DETAILS,
  FINDINGS,
  INTRODUCTION,
  METHOD,
  REPORT_DATE,
  RESULTS,
  RETEST,
  SUMMARY,
} from "./content.ts";

/** Draws the sample report that the landing page offers for download. */
export async function drawSampleReport(): Promise<Buffer> {
  const pdf = createPdfWriter("AI Security Assessment: sample report", REPORT_DATE);
  pdf.text("AI Security Assessment", { size: 22, font: "semibold" });
  pdf.text("Sample report", { size: 14 });
  pdf.space(6);
  pdf.text(INTRODUCTION, { isMuted: true });

  pdf.heading("Summary");
  for (const paragraph of SUMMARY) {
    pdf.text(paragraph);
    pdf.space(6);
  }
  pdf.heading("Scope and method");
  writeTerms(pdf, ["Topic", "Details"], METHOD);
  pdf.heading("Results");
  const counts = ["Found", "Closed", "Open"].map((title) => ({ title, share: 1, align: "right" as const }));
  pdf.table(
    [{ title: "Severity", share: 3 }, ...counts],
    RESULTS.map((cells) => ({ cells, isStrong: cells[0] === "Total" })),
  );
  pdf.heading("Findings");
  pdf.table(
    [
      { title: "No.", share: 1 },
      { title: "Finding", share: 7 },
      { title: "Severity", share: 2 },
      { title: "Status", share: 2 },
      { title: "OWASP", share: 2.4 },
    ],
    FINDINGS.map((cells) => ({ cells })),
  );
  pdf.heading("Finding 07: Hidden instructions in PDFs reach other tenants' tickets");
  writeTerms(pdf, ["Part", "Details"], FINDING_DETAILS);
  pdf.heading("Retest");
  pdf.text(RETEST);
  return pdf.finish();
}

function writeTerms(
  pdf: PdfWriter,
  [term, details]: readonly [string, string],
  rows: ReadonlyArray<readonly [string, string]>,
): void {
  const columns = [
    { title: term, share: 1 },
    { title: details, share: 5 },
  ];
  pdf.table(
    columns,
    rows.map((cells) => ({ cells })),
  );
}
