import { brand } from "#brand";
import { formatDate } from "#domain/dates/calendar-date.ts";
import type { ProposalDocument } from "#domain/proposals/proposal-document.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { formatValidity } from "#domain/proposals/proposal-status.ts";
import { writeMarkdown } from "#server/findings/report/write-markdown.ts";
import { createPdfWriter, type PdfWriter } from "#server/pdf/pdf-writer.ts";
import { writeCertificate } from "./certificate.ts";
import { writePayments, writePrices } from "./prices.ts";

/**
 * Renders a version of a proposal as a PDF, with a certificate if it was accepted. The same data results in the same bytes.
 * @param verifyUrl the page that verifies accepted proposals
 */
export async function renderProposal(data: ProposalDocument, verifyUrl: string): Promise<Buffer> {
  const { content, certificate } = data;
  const reference = getProposalReference(data.number);
  const title = `Proposal ${reference}, version ${data.version}: ${content.title}`;
  const createdAt = certificate ? new Date(certificate.acceptedAt) : new Date(`${data.date}T12:00:00Z`);
  const pdf = createPdfWriter(title, createdAt);
  writeTitle(pdf, data, reference);
  for (const { heading, body } of content.sections) {
    pdf.heading(heading, { level: 2 });
    writeMarkdown(pdf, body, { headingRole: "H3" });
    pdf.space(8);
  }
  pdf.heading("Price", { level: 2 });
  writePrices(pdf, data);
  pdf.heading("Payment plan", { level: 2 });
  writePayments(pdf, data);
  writeSchedule(pdf, data);
  if (content.terms) {
    pdf.heading("Terms", { level: 2 });
    pdf.text(`Version ${content.terms.version}`, { size: 9, isMuted: true });
    pdf.space(4);
    writeMarkdown(pdf, content.terms.body, { headingRole: "H3" });
  }
  if (data.sha256) {
    pdf.space(16);
    pdf.text([{ text: "Content hash (SHA-256): " }, { text: data.sha256, font: "mono" }], {
      size: 8,
      isMuted: true,
    });
  }
  if (certificate) {
    pdf.startPage();
    writeCertificate(pdf, data, certificate, verifyUrl);
  }
  return pdf.finish();
}

function writeTitle(pdf: PdfWriter, data: ProposalDocument, reference: string): void {
  const { content, sha256, certificate } = data;
  pdf.text(content.title, { size: 22, font: "semibold" });
  pdf.space(10);
  pdf.details([
    ["Proposal", `${reference}, version ${data.version}`],
    ["Prepared for", data.company],
    ["Prepared by", brand.name],
    [sha256 ? "Sent" : "Draft of", formatDate(data.date)],
    ...(content.validUntil && !certificate
      ? [["Valid until", formatValidity(content.validUntil, brand.timeZone)] as const]
      : []),
  ]);
  pdf.space(14);
}

function writeSchedule(pdf: PdfWriter, { content }: ProposalDocument): void {
  const { startsOn, completesOn, milestones } = content;
  const rows = [
    ...(startsOn ? [["Start", formatDate(startsOn)] as const] : []),
    ...milestones.map(({ title, dueOn }) => [title, dueOn ? formatDate(dueOn) : "No date"] as const),
    ...(completesOn ? [["Completion", formatDate(completesOn)] as const] : []),
  ];
  if (rows.length === 0) {
    return;
  }
  pdf.heading("Schedule", { level: 2 });
  pdf.table(
    [
      { title: "Milestone", share: 3, isHeader: true },
      { title: "Date", share: 2 },
    ],
    rows.map(([label, date]) => ({ cells: [label, date] })),
  );
  pdf.space(14);
}
