import type { Brand } from "#brand";
import { meetingWords } from "#domain/booking-answer.ts";
import {
  addressConfirmation,
  invitation,
  passwordReset,
  signInLink,
} from "#server/email/messages/account-links.ts";
import {
  addressChangeAsked,
  addressChanged,
  confirmationCode,
  factorsRemoved,
  passwordChanged,
} from "#server/email/messages/account-notices.ts";
import {
  bookingApproved,
  bookingDeclined,
  bookingForTheFirm,
  bookingReceived,
} from "#server/email/messages/booking.ts";
import { inquiryAcknowledgement, inquiryForTheFirm } from "#server/email/messages/inquiry-received.ts";
import { inquiryReply } from "#server/email/messages/inquiry-reply.ts";
import { newInvoice, overdueInvoice } from "#server/email/messages/invoice.ts";
import { squareConnectionLost, squareRenewalFailed } from "#server/email/messages/square-alarm.ts";
import { unreadByClient, unreadByFirm } from "#server/email/messages/unread-messages.ts";

/** A message as it would be, with invented values. `to` says whom such a message goes to. */
export type Example = { to: string; subject: string; text: string };

/** An example of every message of the product, by the name of its template. */
export function examples(brand: Brand, publicUrl: string): Record<string, Example> {
  const link = (type: string) => ({
    url: `${publicUrl}/reset-password?${new URLSearchParams({ token_hash: "example", type })}`,
    brand,
  });
  const anyone = (message: Omit<Example, "to">) => ({ to: "The account’s owner", ...message });
  const administrator = (message: Omit<Example, "to">) => ({ to: "An administrator", ...message });
  const client = (message: Omit<Example, "to">) => ({ to: "The client", ...message });
  const visitor = (message: Omit<Example, "to">) => ({ to: "The visitor", ...message });
  const firm = (message: Omit<Example, "to">) => ({ to: "The firm", ...message });
  return {
    invitation: anyone(invitation(link("invite"))),
    passwordReset: anyone(passwordReset(link("recovery"))),
    signInLink: anyone(signInLink(link("magiclink"))),
    addressConfirmation: anyone(addressConfirmation(link("email_change"))),
    addressChangeAsked: anyone(addressChangeAsked(ADDRESS, brand)),
    addressChanged: anyone(addressChanged(ADDRESS, brand)),
    passwordChanged: anyone(passwordChanged(brand)),
    confirmationCode: anyone(confirmationCode("an-example-code-Qm7rT0bYw2KxUe5PzLh9CdNf3aG", brand)),
    factorsRemoved: administrator(factorsRemoved("owner@firm.example", brand)),
    inquiryForTheFirm: firm(inquiryForTheFirm(INQUIRY)),
    inquiryAcknowledgement: visitor(inquiryAcknowledgement(INQUIRY.reference, brand)),
    inquiryReply: visitor(inquiryReply(INQUIRY, REPLY, brand)),
    bookingForTheFirm: firm(bookingForTheFirm(BOOKING, publicUrl)),
    bookingReceived: client(bookingReceived(BOOKING, brand)),
    bookingApproved: client(bookingApproved(BOOKING, meetingWords(MEETING, "America/New_York"), brand)),
    bookingDeclined: client(bookingDeclined(BOOKING, DECLINED, brand)),
    newInvoice: client(newInvoice(INVOICE, `${publicUrl}/client-portal?section=billing`, brand)),
    overdueInvoice: client(
      overdueInvoice(
        { ...INVOICE, leftCents: 41_152_263 },
        `${publicUrl}/client-portal?section=billing`,
        brand,
      ),
    ),
    unreadByFirm: firm(unreadByFirm(THREAD, `${publicUrl}/admin/messages/example`)),
    unreadByClient: client(
      unreadByClient({ ...THREAD, count: 1 }, brand.name, `${publicUrl}/client-portal?section=messages`),
    ),
    squareConnectionLost: firm(
      squareConnectionLost(MERCHANT, "Square says the access was revoked.", publicUrl),
    ),
    squareRenewalFailed: firm(
      squareRenewalFailed(MERCHANT, "Square is not reachable at the moment.", MEETING, publicUrl),
    ),
  };
}

const COMPANY = "Calder & Finch Reinsurance Brokers International";
const ADDRESS = "jonas.lindqvist@calderfinch.example";
const MERCHANT = "Calder & Finch";
const MEETING = new Date("2026-12-03T15:00:00Z");
const DECLINED = "We are fully booked until March. From April on we would be glad to take it on.";
const REPLY = [
  "Thank you for writing. Yes, we look at agents that call tools, and we can begin in January.",
  "Would Tuesday at ten suit you for a first call?",
].join("\n\n");
const THREAD = { company: COMPANY, count: 3 };

const INQUIRY = {
  reference: "7K2M-Q9XT",
  name: "Jonas Lindqvist",
  email: ADDRESS,
  company: COMPANY,
  serviceInterest: "AI Security Assessment",
  message:
    "Our claims assistant may call tools since last month.\n\nCould you look at it before our audit in March?",
};

const BOOKING = {
  kind: "booking",
  company: COMPANY,
  service_type: "AI Security Assessment",
  preferred_start_date: "2026-12-07",
  estimated_scope: "Three applications, about 40 prompts each",
  project_description:
    "The assistant reads claims and answers brokers. It may look up policies and write drafts.",
  urgency: "Within a month",
};

const INVOICE = {
  number: "1042",
  description: "AI Security Assessment, first of three parts",
  amountCents: 123_456_789,
  leftCents: 123_456_789,
  due: "2026-12-15",
};
