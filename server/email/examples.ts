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
  type BookingDetails,
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

/** An email with sample data. `to` describes the recipient. */
export type EmailExample = EmailContent & { to: string };

/** Creates an example of every email, keyed by template name. */
export function createEmailExamples(brand: Brand, publicUrl: string): Record<string, EmailExample> {
  const createLink = (type: string) => ({
    url: `${publicUrl}/reset-password?${new URLSearchParams({ token_hash: "example", type })}`,
    brand,
  });
  const toUser = (content: EmailContent) => ({ to: "The account owner", ...content });
  const toAdministrator = (content: EmailContent) => ({ to: "An administrator", ...content });
  const toClient = (content: EmailContent) => ({ to: "The client", ...content });
  const toVisitor = (content: EmailContent) => ({ to: "The visitor", ...content });
  const toFirm = (content: EmailContent) => ({ to: "Your team", ...content });
  return {
    invitation: toUser(
      invitation({ ...createLink("invite"), client: { name: INQUIRY.name, company: COMPANY } }),
    ),
    passwordReset: toUser(passwordReset(createLink("recovery"))),
    signInLink: toUser(signInLink(createLink("magiclink"))),
    emailConfirmation: toUser(emailConfirmation(createLink("email_change"))),
    emailChangeRequested: toUser(emailChangeRequested(ADDRESS, brand)),
    emailChanged: toUser(emailChanged(ADDRESS, brand)),
    passwordChanged: toUser(passwordChanged(brand)),
    confirmationCode: toUser(confirmationCode("an-example-code-Qm7rT0bYw2KxUe5PzLh9CdNf3aG", brand)),
    twoFactorRemoved: toAdministrator(twoFactorRemoved("owner@firm.example", brand)),
    inquiryForFirm: toFirm(inquiryForFirm(INQUIRY, publicUrl)),
    inquiryAcknowledgement: toVisitor(inquiryAcknowledgement(INQUIRY.reference, brand)),
    inquiryReply: toVisitor(inquiryReply(INQUIRY, REPLY, brand)),
    bookingRequestedForFirm: toFirm(bookingRequestedForFirm(BOOKING, publicUrl)),
    bookingReceived: toClient(bookingReceived(BOOKING, publicUrl, brand)),
    bookingApproved: toClient(
      bookingApproved(BOOKING, formatMeetingTime(MEETING_TIME, "America/New_York"), publicUrl, brand),
    ),
    bookingDeclined: toClient(bookingDeclined(BOOKING, DECLINE_REASON, brand)),
    newInvoice: toClient(newInvoice(INVOICE, `${publicUrl}/client-portal?section=billing`, brand)),
    overdueInvoice: toClient(
      overdueInvoice(
        { ...INVOICE, balanceCents: cents(41_152_263) },
        `${publicUrl}/client-portal?section=billing`,
        brand,
      ),
    ),
    unreadMessagesForFirm: toFirm(unreadMessagesForFirm(THREAD, `${publicUrl}/admin/messages/example`)),
    unreadMessagesForClient: toClient(
      unreadMessagesForClient(
        { ...THREAD, count: 1 },
        brand.name,
        `${publicUrl}/client-portal?section=messages`,
      ),
    ),
    squareConnectionLost: toFirm(
      squareConnectionLost(MERCHANT, "Square reports that access was revoked.", publicUrl),
    ),
    squareRenewalFailed: toFirm(
      squareRenewalFailed(MERCHANT, "We couldn't reach Square.", MEETING_TIME, publicUrl),
    ),
  };
}

const COMPANY = "Calder & Finch Reinsurance Brokers International";
const ADDRESS = "jonas.lindqvist@calderfinch.example";
const MERCHANT = "Calder & Finch";
const MEETING_TIME = new Date("2026-12-03T15:00:00Z");
const DECLINE_REASON = "We're fully booked until March and would be glad to start in April.";
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

const BOOKING: BookingDetails = {
  kind: "booking",
  company: COMPANY,
  service_type: "AI Security Assessment",
  preferred_start_date: calendarDate("2026-12-07"),
  estimated_scope: "Three applications, about 40 prompts each",
  project_description:
    "The assistant reads claims and replies to brokers. It can look up policies and write drafts.",
  urgency: "high",
};

const INVOICE = {
  number: "1042",
  description: "AI Security Assessment, payment 1 of 3",
  amountCents: cents(123_456_789),
  balanceCents: cents(123_456_789),
  due: calendarDate("2026-12-15"),
};
