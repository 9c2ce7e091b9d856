import type { Brand } from "#brand";
import { formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { cents } from "#domain/money/money.ts";
import type { EmailContent } from "#server/email/content.ts";
import {
  emailConfirmation,
  invitation,
  passwordReset,
  signInLink,
} from "#server/email/messages/account-links.ts";
import {
  confirmationCode,
  emailChanged,
  emailChangeRequested,
  passwordChanged,
  twoFactorRemoved,
} from "#server/email/messages/account-notices.ts";
import {
  bookingApproved,
  bookingDeclined,
  bookingReceived,
  bookingRequestedForFirm,
} from "#server/email/messages/booking.ts";
import { inquiryAcknowledgement, inquiryForFirm } from "#server/email/messages/inquiry-received.ts";
import { inquiryReply } from "#server/email/messages/inquiry-reply.ts";
import { newInvoice, overdueInvoice } from "#server/email/messages/invoice.ts";
import { squareConnectionLost, squareRenewalFailed } from "#server/email/messages/square-alert.ts";
import { unreadMessagesForClient, unreadMessagesForFirm } from "#server/email/messages/unread-messages.ts";

/** An email with sample data. `to` describes its recipient. */
export type Example = EmailContent & { to: string };

/** Returns an example of every email by the name of its template. */
export function examples(brand: Brand, publicUrl: string): Record<string, Example> {
  const link = (type: string) => ({
    url: `${publicUrl}/reset-password?${new URLSearchParams({ token_hash: "example", type })}`,
    brand,
  });
  const user = (content: EmailContent) => ({ to: "The account owner", ...content });
  const administrator = (content: EmailContent) => ({ to: "An administrator", ...content });
  const client = (content: EmailContent) => ({ to: "The client", ...content });
  const visitor = (content: EmailContent) => ({ to: "The visitor", ...content });
  const firm = (content: EmailContent) => ({ to: "Your team", ...content });
  return {
    invitation: user(invitation({ ...link("invite"), client: { name: INQUIRY.name, company: COMPANY } })),
    passwordReset: user(passwordReset(link("recovery"))),
    signInLink: user(signInLink(link("magiclink"))),
    emailConfirmation: user(emailConfirmation(link("email_change"))),
    emailChangeRequested: user(emailChangeRequested(ADDRESS, brand)),
    emailChanged: user(emailChanged(ADDRESS, brand)),
    passwordChanged: user(passwordChanged(brand)),
    confirmationCode: user(confirmationCode("an-example-code-Qm7rT0bYw2KxUe5PzLh9CdNf3aG", brand)),
    twoFactorRemoved: administrator(twoFactorRemoved("owner@firm.example", brand)),
    inquiryForFirm: firm(inquiryForFirm(INQUIRY, publicUrl)),
    inquiryAcknowledgement: visitor(inquiryAcknowledgement(INQUIRY.reference, brand)),
    inquiryReply: visitor(inquiryReply(INQUIRY, REPLY, brand)),
    bookingRequestedForFirm: firm(bookingRequestedForFirm(BOOKING, publicUrl)),
    bookingReceived: client(bookingReceived(BOOKING, publicUrl, brand)),
    bookingApproved: client(
      bookingApproved(BOOKING, formatMeetingTime(MEETING, "America/New_York"), publicUrl, brand),
    ),
    bookingDeclined: client(bookingDeclined(BOOKING, DECLINED, brand)),
    newInvoice: client(newInvoice(INVOICE, `${publicUrl}/client-portal?section=billing`, brand)),
    overdueInvoice: client(
      overdueInvoice(
        { ...INVOICE, balanceCents: cents(41_152_263) },
        `${publicUrl}/client-portal?section=billing`,
        brand,
      ),
    ),
    unreadMessagesForFirm: firm(unreadMessagesForFirm(THREAD, `${publicUrl}/admin/messages/example`)),
    unreadMessagesForClient: client(
      unreadMessagesForClient(
        { ...THREAD, count: 1 },
        brand.name,
        `${publicUrl}/client-portal?section=messages`,
      ),
    ),
    squareConnectionLost: firm(
      squareConnectionLost(MERCHANT, "Square reports that access was revoked.", publicUrl),
    ),
    squareRenewalFailed: firm(squareRenewalFailed(MERCHANT, "We couldn't reach Square.", MEETING, publicUrl)),
  };
}

const COMPANY = "Calder & Finch Reinsurance Brokers International";
const ADDRESS = "jonas.lindqvist@calderfinch.example";
const MERCHANT = "Calder & Finch";
const MEETING = new Date("2026-12-03T15:00:00Z");
const DECLINED = "We're fully booked until March and would be glad to start in April.";
const REPLY = [
  "Thanks for writing. Yes, we test agents that call tools, and we can start in January.",
  "Are you free on Tuesday at 10:00 for a first call?",
].join("\n\n");
const THREAD = { company: COMPANY, count: 3 };

const INQUIRY = {
  reference: "7K2M-Q9XT",
  name: "Jonas Lindqvist",
  email: ADDRESS,
  company: COMPANY,
  serviceInterest: "AI Security Assessment",
  message:
    "Our claims assistant has been calling tools since last month.\n\nBudget: 40k. Can you test it before our audit in March?",
};

const BOOKING = {
  kind: "booking",
  company: COMPANY,
  service_type: "AI Security Assessment",
  preferred_start_date: calendarDate("2026-12-07"),
  estimated_scope: "Three applications, about 40 prompts each",
  project_description:
    "The assistant reads claims and replies to brokers. It can look up policies and write drafts.",
  urgency: "Within a month",
};

const INVOICE = {
  number: "1042",
  description: "AI Security Assessment, payment 1 of 3",
  amountCents: cents(123_456_789),
  balanceCents: cents(123_456_789),
  due: calendarDate("2026-12-15"),
};
