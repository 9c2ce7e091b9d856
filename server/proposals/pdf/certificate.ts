import { brand } from "#brand";
import type { Instant } from "#domain/dates/instant.ts";
import { formatTimeZone } from "#domain/dates/time-zone.ts";
import { formatDollars } from "#domain/money/money.ts";
import type { AcceptanceCertificate, ProposalDocument } from "#domain/proposals/proposal-document.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { proposalTotals } from "#domain/proposals/proposal-totals.ts";
import type { PdfWriter } from "#server/pdf/pdf-writer.ts";

/** Keeps the code and the link on one page. */
const VERIFICATION_HEIGHT = 60;

/** Writes who accepted the proposal, when and how. */
export function writeCertificate(
  pdf: PdfWriter,
  data: ProposalDocument,
  certificate: AcceptanceCertificate,
  verifyUrl: string,
): void {
  const { total } = proposalTotals(data.content, new Set(data.selectedIds));
  pdf.heading("Certificate of acceptance", { level: 2 });
  pdf.text(
    `${certificate.name} accepted this proposal for ${data.company} and signed it electronically by typing their name.`,
  );
  pdf.space(8);
  pdf.details([
    ["Proposal", `${getProposalReference(data.number)}, version ${data.version}: ${data.content.title}`],
    ["Total", formatDollars(total)],
    ["Content hash", [{ text: data.sha256 ?? "", font: "mono" }]],
    ["Terms", data.content.terms ? `Version ${data.content.terms.version}` : "None"],
    ["Signed by", `${certificate.name}, ${certificate.title}`],
    ["Company", data.company],
    ["Account", `${certificate.email}, ${certificate.role}`],
    [
      "Verification",
      certificate.hasSecondFactor ? "Signed in with a second factor" : "Signed in without a second factor",
    ],
    ["Signed at", formatTimestamp(certificate.acceptedAt)],
    ["IP address", certificate.ip],
    ["Browser", certificate.userAgent || "Unknown"],
  ]);
  pdf.space(12);
  pdf.heading("Consent", { level: 3 });
  pdf.text(certificate.consentText);
  pdf.text(`Version ${certificate.consentVersion}`, { size: 9, isMuted: true });
  pdf.space(12);
  pdf.heading("History", { level: 3 });
  pdf.table(
    [
      { title: "Time", share: 3, isHeader: true },
      { title: "Event", share: 4 },
    ],
    certificate.events.map(({ at, text }) => ({ cells: [formatTimestamp(at), text] })),
  );
  pdf.space(16);
  pdf.ensureSpace(VERIFICATION_HEIGHT);
  pdf.text("Verification code", { size: 9, isMuted: true });
  pdf.text([{ text: certificate.code, font: "mono" }], { size: 16, role: "P" });
  pdf.text([{ text: "Verify this document at " }, { text: verifyUrl, link: { url: verifyUrl } }]);
}

const firmTimeFormat = new Intl.DateTimeFormat("en-US", {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: brand.timeZone,
});

/** Formats a time in the firm's zone and in UTC, because readers may be in any zone. */
function formatTimestamp(at: Instant): string {
  const date = new Date(at);
  const local = firmTimeFormat.format(date).replaceAll("\u202f", " ");
  return `${local}, ${formatTimeZone(brand.timeZone)} (${date.toISOString().slice(0, 19).replace("T", " ")} UTC)`;
}
