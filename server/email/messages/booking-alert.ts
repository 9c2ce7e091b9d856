import {
  type BookingLimit,
  bookingLimitMessage,
  bookingLimitTitle,
} from "#domain/consultations/booking-limits.ts";
import { button, type EmailContent, paragraph, reasonFootnote } from "#server/email/content.ts";

/** Sent to the firm when bookings reach a limit that visitors share. */
export function bookingLimitReached(limit: BookingLimit, publicUrl: string): EmailContent {
  return {
    subject: bookingLimitTitle(limit),
    blocks: [
      paragraph(bookingLimitMessage(limit)),
      ...(limit === "daily_confirmations"
        ? []
        : [
            paragraph(
              "Clients who are signed in can still book. Visitors can book again when the number drops below the limit.",
            ),
          ]),
      paragraph("Review recent consultations and cancel any that look automated."),
      button("View consultations", `${publicUrl}/admin/bookings?tab=consultations`),
      reasonFootnote("this address receives alerts about the portal."),
    ],
  };
}
