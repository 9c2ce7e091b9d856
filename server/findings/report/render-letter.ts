import { brand } from "#brand";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { TEST_TYPE_LABELS } from "#domain/findings/report/assessment.ts";
import type { LetterData } from "#domain/findings/report/letter.ts";
import type { SeverityCount } from "#domain/findings/report/severity-counts.ts";
import { SEVERITY_LABELS } from "#domain/findings/severity.ts";
import { createPdfWriter, type PdfText, type PdfWriter, toPrintableText } from "#server/pdf/pdf-writer.ts";
import { formatPeriod } from "./format-period.ts";
import { TEST_LIMITS } from "./sections/about.ts";

/** Font size in points, and the maximum length of each text. */
type Fit = { size: number; maxLength: number };

/** Tried in this order until the letter fits on one page. Texts are shortened only as a last resort. */
const FITS: readonly Fit[] = [
  ...[9.5, 9, 8.5, 8, 7.5, 7].map((size) => ({ size, maxLength: Number.POSITIVE_INFINITY })),
  ...[550, 500, 450, 400, 350, 300, 250, 200, 150, 100, 60].map((maxLength) => ({ size: 7, maxLength })),
];

/**
 * Renders a letter of attestation as a PDF with one page. The same data results in the same bytes.
 * @param verifyUrl the page that verifies letters
 */
export async function renderLetter(data: LetterData, verifyUrl: string): Promise<Buffer> {
  let smallest: PdfWriter | undefined;
  for (const fit of FITS) {
    const pdf = writeLetter(data, verifyUrl, fit);
    if (pdf.pageCount() === 1) {
      return pdf.finish();
    }
    smallest = pdf;
  }
  throw new Error(`The letter has ${smallest?.pageCount()} pages`);
}

function writeLetter(data: LetterData, verifyUrl: string, { size, maxLength }: Fit): PdfWriter {
  const shorten = (text: string) => {
    const printable = toPrintableText(text.replace(/\s+/g, " ").trim());
    return printable.length > maxLength ? `${printable.slice(0, maxLength).trimEnd()}…` : printable;
  };
  const company = shorten(data.company);
  const createdAt = new Date(`${data.issuedOn}T12:00:00Z`);
  const pdf = createPdfWriter(`Letter of attestation ${data.code}`, createdAt);
  const gap = size * 0.8;
  const lineGap = size > 8 ? 1 : 0;

  pdf.text(formatDate(data.issuedOn), { size, isMuted: true });
  pdf.space(gap / 2);
  pdf.text("Letter of attestation", { size: 16, font: "semibold" });
  pdf.text(company, { size: size + 1, font: "semibold" });
  pdf.space(gap);
  pdf.text(
    `${brand.name} tested the system below for ${company} in the project “${shorten(data.projectName)}”. This letter summarizes the scope and the results. It contains no details of findings.`,
    { size, lineGap },
  );
  pdf.space(gap);
  pdf.details(listDetails(data, shorten), {
    size,
    padding: size * 0.2,
    valueShare: 5,
  });
  pdf.space(gap * 1.4);
  pdf.text("Findings by severity", { size: size + 1, font: "semibold", role: "H2" });
  pdf.space(2);
  writeCounts(pdf, data.counts, size);
  pdf.space(gap);
  pdf.text([...TEST_LIMITS, "This letter is not a certification."].join(" "), {
    size: size - 0.5,
    isMuted: true,
    lineGap,
  });
  pdf.space(gap * 3.4);
  writeSignature(pdf, data, { size, shorten });
  pdf.space(gap * 1.4);
  writeVerification(pdf, data.code, { verifyUrl, size });
  return pdf;
}

function listDetails(
  { assessment, retestedOn, report }: LetterData,
  shorten: (text: string) => string,
): Array<readonly [string, PdfText]> {
  const rows: ReadonlyArray<readonly [string, PdfText]> = [
    ["System", shorten(assessment.system)],
    ["Environment", shorten(assessment.environment)],
    ["Reference", shorten(assessment.engagementReference)],
    ["Tested by", shorten(assessment.testers)],
    ["Tested", formatPeriod(assessment)],
    ["Retested", retestedOn ? formatDate(retestedOn) : ""],
    ["Test type", TEST_TYPE_LABELS[assessment.testType]],
    ["Methodology", shorten(assessment.methodology)],
    ["In scope", shorten(assessment.inScope)],
    ["Out of scope", shorten(assessment.outOfScope)],
    [
      "Report",
      report ? [{ text: `Version ${report.version}, SHA-256 ` }, { text: report.sha256, font: "mono" }] : "",
    ],
  ];
  return rows.filter(([, text]) => text !== "");
}

/** Writes a table with a column per severity, which takes less space than the one in reports. */
function writeCounts(pdf: PdfWriter, counts: readonly SeverityCount[], size: number): void {
  const columns = [...counts.map(({ severity }) => SEVERITY_LABELS[severity]), "Total"];
  const rows: ReadonlyArray<readonly [string, (count: SeverityCount) => number]> = [
    ["Found", ({ found }) => found],
    ["Fixed and verified", ({ fixed }) => fixed],
    ["Risk accepted", ({ riskAccepted }) => riskAccepted],
    ["Open", ({ open }) => open],
  ];
  pdf.table(
    [
      { title: "Status", share: 2, isHeader: true },
      ...columns.map((title) => ({ title, share: 1, align: "right" as const })),
    ],
    rows.map(([label, getCount]) => {
      const values = counts.map(getCount);
      const total = values.reduce((sum, value) => sum + value, 0);
      return { cells: [label, ...[...values, total].map(String)] };
    }),
    { size, padding: size * 0.3 },
  );
}

type SignatureOptions = { size: number; shorten: (text: string) => string };

function writeSignature(pdf: PdfWriter, data: LetterData, { size, shorten }: SignatureOptions): void {
  pdf.signatureLine();
  pdf.text(shorten(data.signatory), { size, font: "semibold" });
  const title = [shorten(data.signatoryTitle), brand.name].filter(Boolean).join(", ");
  pdf.text(title, { size, isMuted: true });
}

type VerificationOptions = { verifyUrl: string; size: number };

function writeVerification(pdf: PdfWriter, code: string, { verifyUrl, size }: VerificationOptions): void {
  pdf.text("Verification code", { size: size - 0.5, isMuted: true });
  pdf.text([{ text: code, font: "mono" }], { size: 18, role: "P" });
  pdf.text([{ text: "Verify this letter at " }, { text: verifyUrl, link: { url: verifyUrl } }], { size });
}
