import { brand } from "#brand";
import { type AccessReview, REVIEW_COLUMNS, toReviewRow } from "#domain/clients/members/access-review.ts";
import { describeActivity, formatUtcTime, getActor } from "#domain/clients/members/activity.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { createPdfWriter, type PdfColumn } from "#server/pdf/pdf-writer.ts";

const COLUMN_SHARES = [1.3, 2.2, 0.9, 2.4, 1, 0.9, 1.1, 1.1];
const CHANGE_COLUMNS: readonly PdfColumn[] = [
  { title: "Time (UTC)", share: 1.2 },
  { title: "By", share: 2 },
  { title: "Change", share: 4 },
];

/** Renders who has access to a client, and the changes since the last review, as a PDF. */
export async function renderAccessReviewPdf(review: AccessReview, now: Date): Promise<Buffer> {
  const pdf = createPdfWriter(`Access review: ${review.company}`, now);
  pdf.text("Access review", { size: 14, font: "semibold" });
  pdf.text(formatDate(firmToday(now)), { isMuted: true });
  pdf.space(12);
  pdf.text(review.company, { font: "semibold" });
  pdf.text(
    review.lastReview
      ? `Last reviewed by ${review.lastReview.reviewer} on ${formatInstantDate(review.lastReview.at, brand.timeZone)}.`
      : "Not reviewed yet.",
  );
  pdf.text(
    review.requiresSecondFactor
      ? "Two-factor authentication is required for everyone."
      : "Two-factor authentication is optional.",
  );
  pdf.space(16);
  pdf.table(
    REVIEW_COLUMNS.map((title, index) => ({ title, share: COLUMN_SHARES[index] ?? 1 })),
    review.members.map((member) => ({ cells: toReviewRow(member, now, brand.timeZone) })),
  );
  pdf.space(20);
  pdf.heading(review.lastReview ? "Changes since the last review" : "Changes");
  if (review.changes.length === 0) {
    pdf.text("None.", { isMuted: true });
  } else {
    pdf.table(
      CHANGE_COLUMNS,
      review.changes.map((entry) => ({
        cells: [formatUtcTime(entry.at), getActor(entry, brand.name), describeActivity(entry)],
      })),
    );
  }
  return pdf.finish();
}
