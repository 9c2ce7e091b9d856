import type { Brand } from "#brand";
import { formatDate } from "#domain/calendar-date.ts";

type Firm = Pick<Brand, "name" | "contactEmail">;
type Message = { subject: string; text: string };

/** A booking as the mails tell it. */
export type ToldBooking = {
  kind: string;
  company: string;
  service_type: string;
  preferred_start_date: string;
  estimated_scope: string;
  project_description: string;
  urgency: string;
};

/** To the firm: what a client asks for, as text. */
export function bookingForTheFirm(booking: ToldBooking, adminUrl: string): Message {
  return {
    subject: `${nameOf(booking)} from ${booking.company}: ${booking.service_type}`,
    text: [
      `Client: ${booking.company}`,
      `Service: ${booking.service_type}`,
      `Preferred start: ${formatDate(booking.preferred_start_date)}`,
      `Urgency: ${booking.urgency}`,
      `Estimated scope: ${booking.estimated_scope || "—"}`,
      "",
      booking.project_description,
      "",
      "The client was promised an answer within 24 hours.",
      "",
      "Answer the request:",
      `${adminUrl}/admin/bookings`,
    ].join("\n"),
  };
}

/** To the client: it has arrived. */
export function bookingReceived(booking: ToldBooking, brand: Firm): Message {
  return {
    subject: `We have received your ${nameOf(booking).toLowerCase()}`,
    text: [
      `Thank you. Your ${nameOf(booking).toLowerCase()} for ${booking.service_type} has arrived.`,
      "Your account manager will contact you within 24 hours to confirm the details and scheduling.",
      brand.name,
    ].join("\n\n"),
  };
}

/** To the client: the firm says yes, and when. */
export function bookingApproved(booking: ToldBooking, when: string, brand: Firm): Message {
  return {
    subject: `Your ${nameOf(booking).toLowerCase()} is approved`,
    text: [
      `Your ${nameOf(booking).toLowerCase()} for ${booking.service_type} is approved. We meet on ${when}.`,
      `If that does not suit you, write to ${brand.contactEmail}.`,
      brand.name,
    ].join("\n\n"),
  };
}

/** To the client: the firm says no, and why. */
export function bookingDeclined(booking: ToldBooking, reason: string, brand: Firm): Message {
  return {
    subject: `About your ${nameOf(booking).toLowerCase()}`,
    text: [
      `We cannot take on your ${nameOf(booking).toLowerCase()} for ${booking.service_type}:`,
      reason,
      `Questions? Write to ${brand.contactEmail}.`,
      brand.name,
    ].join("\n\n"),
  };
}

function nameOf({ kind }: ToldBooking): string {
  return kind === "quote" ? "Quote request" : "Booking request";
}
