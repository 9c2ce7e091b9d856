import { expect, test } from "vitest";
import { brand } from "#brand";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { cents } from "#domain/money/money.ts";
import type { EmailContent } from "#server/email/content.ts";
import { renderHtml } from "#server/email/render-html.ts";
import { renderText } from "#server/email/render-text.ts";
import { emailConfirmation, invitation, passwordReset, signInLink } from "./account-links.ts";
import { emailChanged, emailChangeRequested, twoFactorRemoved } from "./account-notices.ts";
import {
  type BookingDetails,
  bookingApproved,
  bookingDeclined,
  bookingReceived,
  bookingRequestedForFirm,
} from "./booking.ts";
import { inquiryAcknowledgement, inquiryForFirm } from "./inquiry-received.ts";
import { inquiryReply } from "./inquiry-reply.ts";
import { newInvoice, overdueInvoice } from "./invoice.ts";
import { squareConnectionLost, squareRenewalFailed } from "./square-alert.ts";
import { unreadMessagesForClient, unreadMessagesForFirm } from "./unread-messages.ts";

const PUBLIC_URL = "https://portal.firm.example";
const SENDER = { name: "Firm", publicUrl: PUBLIC_URL };
const HOSTILE = '</td><a href="https://evil.example">Pay here</a> & <img src=x onerror=alert(1)>';

const BOOKING: BookingDetails = {
  kind: "booking",
  company: HOSTILE,
  service_type: "AI Security Assessment",
  preferred_start_date: calendarDate("2026-12-07"),
  estimated_scope: HOSTILE,
  project_description: HOSTILE,
  urgency: "low",
};
const INQUIRY = {
  reference: "7K2M-Q9XT",
  name: HOSTILE,
  email: "ada@client.example",
  company: HOSTILE,
  serviceInterest: "Other",
  message: `Hello\n${HOSTILE}`,
};
const INVOICE = {
  number: "1042",
  description: HOSTILE,
  amountCents: cents(120_000),
  balanceCents: cents(120_000),
  due: calendarDate("2026-12-15"),
};
const THREAD = { company: HOSTILE, count: 1 };
const BILLING_URL = `${PUBLIC_URL}/client-portal?section=billing`;

const text = (email: EmailContent) => renderText(email.blocks);
const page = (email: EmailContent) => renderHtml(email, SENDER);
const buttonUrls = ({ blocks }: EmailContent) =>
  blocks.filter((block) => block.type === "button").map(({ url }) => url);

test.each<[string, EmailContent]>([
  ["booking, to the firm", bookingRequestedForFirm(BOOKING, PUBLIC_URL)],
  ["declined booking", bookingDeclined(BOOKING, HOSTILE, brand)],
  ["inquiry, to the firm", inquiryForFirm(INQUIRY, PUBLIC_URL)],
  ["reply to an inquiry", inquiryReply(INQUIRY, HOSTILE, brand)],
  ["invoice", newInvoice(INVOICE, BILLING_URL, brand)],
  ["overdue invoice", overdueInvoice(INVOICE, BILLING_URL, brand)],
  ["unread messages, to the firm", unreadMessagesForFirm(THREAD, `${PUBLIC_URL}/admin/messages/1`)],
  ["lost connection", squareConnectionLost(HOSTILE, HOSTILE, PUBLIC_URL)],
  ["failed renewal", squareRenewalFailed(HOSTILE, HOSTILE, null, PUBLIC_URL)],
  ["invitation", invitation({ url: PUBLIC_URL, brand, client: { name: HOSTILE, company: HOSTILE } })],
  ["changed email address", emailChanged(HOSTILE, brand)],
  ["requested email address", emailChangeRequested(HOSTILE, brand)],
])("text of other people adds no markup or link to the %s email", async (_, email) => {
  const html = await page(email);
  expect(html).not.toMatch(/<img|<a href="https:\/\/evil/);
  for (const [, url = ""] of html.matchAll(/href="([^"]*)"/g)) {
    expect(url.replaceAll("&amp;", "&")).toMatch(/^https:\/\/portal\.firm\.example(\/|$)/);
  }
});

test("the acknowledgement contains nothing that the visitor wrote", async () => {
  const email = inquiryAcknowledgement(INQUIRY.reference, brand);
  expect(buttonUrls(email)).toEqual([]);
  expect(text(email)).toContain(INQUIRY.reference);
  expect(email.subject).toBe(`${brand.name} received your message (7K2M-Q9XT)`);
});

test("emails about messages contain no message text, because reading it requires signing in", () => {
  const firm = unreadMessagesForFirm({ company: "Calder", count: 3 }, `${PUBLIC_URL}/admin/messages/1`);
  expect(firm.subject).toBe("New messages from Calder");
  expect(text(firm)).toContain("You have 3 unread messages from Calder.");
  const client = unreadMessagesForClient(
    { count: 1 },
    "Firm",
    `${PUBLIC_URL}/client-portal?section=messages`,
  );
  expect(client.subject).toBe("New message from Firm");
  expect(text(client)).toContain("You have a new message from Firm.");
});

test.each([
  ["passwordReset", passwordReset, "1 hour"],
  ["signInLink", signInLink, "1 hour"],
  ["invitation", invitation, "7 days"],
  ["emailConfirmation", emailConfirmation, "24 hours"],
] as const)("%s has one link and states its lifetime", (_, create, lifetime) => {
  const url = `${PUBLIC_URL}/reset-password?token_hash=a%2Bb&type=recovery`;
  const email = create({ url, brand });
  expect(buttonUrls(email)).toEqual([url]);
  expect(text(email)).toContain(`This link expires in ${lifetime} and can be used once.`);
});

test("an invitation names the client's company, and omits it for administrators", () => {
  const client = { name: "Ada Byron", company: "Calder & Finch" };
  const forClient = invitation({ url: PUBLIC_URL, brand, client });
  expect(forClient.subject).toBe(`Your ${brand.name} client portal is ready`);
  expect(text(forClient)).toMatch(/^Hi Ada,\n\n.+ has set up a portal for Calder & Finch/);
  const forAdministrator = invitation({ url: PUBLIC_URL, brand });
  expect(forAdministrator.subject).toBe(`Your ${brand.name} account is ready`);
  expect(text(forAdministrator)).not.toContain("portal for");
});

test("a removed second factor is reported with the administrator who removed it", () => {
  expect(text(twoFactorRemoved("owner@firm.example", brand))).toContain(
    "owner@firm.example removed two-factor authentication from your account",
  );
});

test("booking emails name quotes and bookings correctly", () => {
  const quote = { ...BOOKING, kind: "quote", company: "Calder" };
  expect(bookingRequestedForFirm(quote, PUBLIC_URL).subject).toBe(
    "Quote request from Calder: AI Security Assessment",
  );
  expect(bookingReceived(quote, PUBLIC_URL, brand).subject).toBe(`${brand.name} received your quote request`);
  expect(bookingDeclined(BOOKING, "Fully booked.", brand).subject).toBe(
    `${brand.name} can't take your booking request right now`,
  );
});

test("booking emails contain the time, the date and the reason", () => {
  const time = "Thursday, December 3, 2026 at 10:00 AM EST";
  expect(text(bookingApproved(BOOKING, time, PUBLIC_URL, brand))).toContain(
    `AI Security Assessment, ${time}.`,
  );
  expect(text(bookingDeclined(BOOKING, "Fully booked until March.", brand))).toContain(
    "Fully booked until March.",
  );
  const request = text(bookingRequestedForFirm({ ...BOOKING, estimated_scope: "" }, PUBLIC_URL));
  expect(request).toContain("Preferred start: Dec 7, 2026");
  expect(request).toContain("Estimated scope: —");
});

test("an invoice email shows amount, balance and due date, and leaves out what is unknown", () => {
  const email = newInvoice({ ...INVOICE, description: "Red team,\n payment 1 of 3" }, BILLING_URL, brand);
  expect(email.subject).toBe(`New invoice 1042 from ${brand.name}`);
  expect(text(email)).toContain(
    "Invoice: 1042\nFor: Red team, payment 1 of 3\nAmount: $1,200.00\nDue: Dec 15, 2026",
  );
  const partlyPaid = text(newInvoice({ ...INVOICE, balanceCents: cents(90_005) }, BILLING_URL, brand));
  expect(partlyPaid).toContain("Amount: $1,200.00\nBalance: $900.05");
  const bare = newInvoice({ ...INVOICE, number: "", description: "", due: null }, BILLING_URL, brand);
  expect(bare.subject).toBe(`New invoice from ${brand.name}`);
  expect(text(bare)).toMatch(/^You have a new invoice\.\n\nAmount: \$1,200\.00\n\n/);
});

test("a long invoice description is cut, so that the amount stays visible", () => {
  const email = text(newInvoice({ ...INVOICE, description: "word ".repeat(500) }, BILLING_URL, brand));
  expect(Math.max(...email.split("\n").map((line) => line.length))).toBeLessThan(250);
});

test("an overdue email starts its subject with the invoice and names the missed date", () => {
  const email = overdueInvoice(INVOICE, BILLING_URL, brand);
  expect(email.subject).toBe(`Invoice 1042 from ${brand.name} is overdue`);
  expect(text(email)).toMatch(/^We haven't received your payment due Dec 15, 2026\./);
  expect(overdueInvoice({ ...INVOICE, number: "" }, BILLING_URL, brand).subject).toBe(
    `Invoice from ${brand.name} is overdue`,
  );
});

test("a failed renewal states when access ends, in UTC, if that is known", () => {
  const expiresAt = new Date("2026-12-03T23:30:00Z");
  expect(text(squareRenewalFailed("Firm", "No response.", expiresAt, PUBLIC_URL))).toContain(
    "Access expires on December 3, 2026.",
  );
  expect(text(squareRenewalFailed("Firm", "No response.", null, PUBLIC_URL))).not.toContain("expires");
});
