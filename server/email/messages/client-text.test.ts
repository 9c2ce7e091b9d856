import { expect, test } from "vitest";
import { brand } from "#brand";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import { cents } from "#domain/money/money.ts";
import type { EmailContent } from "#server/email/content.ts";
import { renderHtml } from "#server/email/render-html.ts";
import { renderText } from "#server/email/render-text.ts";
import { emailConfirmation, invitation, passwordReset, signInLink } from "./account-links.ts";
import { confirmationCode, emailChanged, emailChangeRequested, twoFactorRemoved } from "./account-notices.ts";
import {
  type BookingDetails,
  bookingApproved,
  bookingCancelledForFirm,
  bookingDeclined,
  bookingReceived,
  bookingRequestedForFirm,
  meetingCancelled,
  meetingChanged,
  meetingScheduledForFirm,
  meetingTimeProposedForFirm,
  proposedTimeWithdrawnForFirm,
} from "./booking.ts";
import { findingsChanged } from "./findings.ts";
import { inquiryAcknowledgement, inquiryForFirm } from "./inquiry-received.ts";
import { inquiryReply } from "./inquiry-reply.ts";
import { invoicesDueSoon, newInvoice, overdueInvoice, overdueInvoices } from "./invoice.ts";
import { meetingReminder } from "./meeting.ts";
import { squareConnectionLost, squareRenewalFailed } from "./square-alert.ts";
import { unreadMessagesForClient, unreadMessagesForFirm } from "./unread-messages.ts";

const PUBLIC_URL = "https://portal.firm.example";
const SENDER = { name: "Firm", publicUrl: PUBLIC_URL };
const HOSTILE_TEXT = '</td><a href="https://evil.example">Pay here</a> & <img src=x onerror=alert(1)>';

const BOOKING: BookingDetails = {
  kind: "booking",
  company: HOSTILE_TEXT,
  contact_person: HOSTILE_TEXT,
  service_type: "AI Security Assessment",
  preferred_start_date: calendarDate("2026-12-07"),
  estimated_scope: HOSTILE_TEXT,
  project_description: HOSTILE_TEXT,
  urgency: "low",
};
const INQUIRY = {
  id: "1",
  reference: "7K2M-Q9XT",
  name: HOSTILE_TEXT,
  email: "ada@client.example",
  company: HOSTILE_TEXT,
  serviceInterest: "Other",
  message: `Hello\n${HOSTILE_TEXT}`,
};
const MEETING = {
  id: "1",
  service_type: "AI Security Assessment",
  scheduled_at: instant("2026-12-03T15:00:00Z"),
  meeting_minutes: 45,
  meeting_url: "https://meet.firm.example/abc",
  calendar_sequence: 0,
};
const HOST = { name: "Maya Okafor", phone: null };
const INVOICE = {
  contactPerson: HOSTILE_TEXT,
  number: "1042",
  description: HOSTILE_TEXT,
  amountCents: cents(120_000),
  balanceCents: cents(120_000),
  amountDueCents: cents(40_000),
  due: calendarDate("2026-12-15"),
};
const OVERDUE_INVOICE = { ...INVOICE, daysLate: 3 };
const THREAD = { company: HOSTILE_TEXT, count: 1 };
const BILLING_URL = `${PUBLIC_URL}/client-portal?section=billing`;

const renderEmailText = (email: EmailContent) => renderText(email.blocks);
const renderEmailHtml = (email: EmailContent) => renderHtml(email, SENDER);
const listButtonUrls = ({ blocks }: EmailContent) =>
  blocks.filter((block) => block.type === "button").map(({ url }) => url);

test.each<[string, EmailContent]>([
  ["booking, to the firm", bookingRequestedForFirm(BOOKING, PUBLIC_URL)],
  ["declined booking", bookingDeclined(BOOKING, HOSTILE_TEXT, brand)],
  ["inquiry, to the firm", inquiryForFirm(INQUIRY, PUBLIC_URL)],
  [
    "reply to an inquiry",
    inquiryReply(
      { ...INQUIRY, receivedOn: calendarDate("2026-11-24") },
      { message: HOSTILE_TEXT, author: null },
      { publicUrl: PUBLIC_URL, brand },
    ),
  ],
  ["invoice", newInvoice(INVOICE, BILLING_URL, brand)],
  ["overdue invoice", overdueInvoice(OVERDUE_INVOICE, BILLING_URL, brand)],
  [
    "overdue invoices",
    overdueInvoices(
      [OVERDUE_INVOICE, OVERDUE_INVOICE].map((invoice) => ({ ...invoice, url: BILLING_URL })),
      { contactPerson: HOSTILE_TEXT, company: HOSTILE_TEXT, portalUrl: BILLING_URL },
      brand,
    ),
  ],
  [
    "invoices due soon",
    invoicesDueSoon(
      [INVOICE, INVOICE].map((invoice) => ({ ...invoice, url: BILLING_URL })),
      { contactPerson: HOSTILE_TEXT, company: HOSTILE_TEXT, portalUrl: BILLING_URL },
      brand,
    ),
  ],
  ["cancelled booking, to the firm", bookingCancelledForFirm(BOOKING, null, PUBLIC_URL)],
  [
    "proposed time, to the firm",
    meetingTimeProposedForFirm(BOOKING, { time: "1", proposedTime: "2", note: HOSTILE_TEXT }, PUBLIC_URL),
  ],
  ["unread messages, to the firm", unreadMessagesForFirm(THREAD, `${PUBLIC_URL}/admin/messages/1`)],
  ["lost connection", squareConnectionLost(HOSTILE_TEXT, HOSTILE_TEXT, PUBLIC_URL)],
  ["failed renewal", squareRenewalFailed(HOSTILE_TEXT, HOSTILE_TEXT, null, PUBLIC_URL)],
  [
    "invitation",
    invitation({ url: PUBLIC_URL, brand, client: { name: HOSTILE_TEXT, company: HOSTILE_TEXT } }),
  ],
  ["changed email address", emailChanged(HOSTILE_TEXT, { brand })],
  [
    "requested email address",
    emailChangeRequested(HOSTILE_TEXT, { brand, name: HOSTILE_TEXT, publicUrl: PUBLIC_URL }),
  ],
])("user-provided text adds no markup or link to the %s email", async (_, email) => {
  const html = await renderEmailHtml(email);
  expect(html).not.toMatch(/<img|<a href="https:\/\/evil/);
  for (const [, url = ""] of html.matchAll(/href="([^"]*)"/g)) {
    if (url !== `mailto:${brand.contactEmail}`) {
      expect(url.replaceAll("&amp;", "&")).toMatch(/^https:\/\/portal\.firm\.example(\/|$)/);
    }
  }
});

test("the acknowledgement contains nothing that the visitor wrote", async () => {
  const email = inquiryAcknowledgement(INQUIRY.reference, PUBLIC_URL, brand);
  expect(listButtonUrls(email)).toEqual([`${PUBLIC_URL}/book`]);
  expect(renderEmailText(email)).toContain(INQUIRY.reference);
  expect(email.subject).toBe(`${brand.name} received your message (7K2M-Q9XT)`);
});

test("a reply to an inquiry quotes the visitor's message below the signature, and its heading looks like text", async () => {
  const email = inquiryReply(
    { ...INQUIRY, message: "Can you test agents?\nSoon?", receivedOn: calendarDate("2026-11-24") },
    { message: "Yes, in January.", author: "Maya Okafor" },
    { publicUrl: PUBLIC_URL, brand },
  );
  expect(renderEmailText(email)).toContain(
    `Yes, in January.\n\nBook a time:\n${PUBLIC_URL}/book\n\nMaya Okafor, ${brand.name}\n\nOn Nov 24, 2026, you wrote:\n\n> Can you test agents?\n> Soon?`,
  );
  const html = await renderEmailHtml(email);
  expect(html).toMatch(/<h1 [^>]*font-size:16px;font-weight:400/);
  expect(html).toContain("Why you got this: you contacted");
});

test("emails about unread messages contain no message text", () => {
  const firm = unreadMessagesForFirm({ company: "Calder", count: 3 }, `${PUBLIC_URL}/admin/messages/1`);
  expect(firm.subject).toBe("New messages from Calder");
  const named = unreadMessagesForFirm({ company: "Calder", count: 1, sender: "Ada Byron" }, PUBLIC_URL);
  expect(named.subject).toBe("New message from Ada Byron, Calder");
  expect(renderEmailText(firm)).toContain("Calder sent you 3 messages.");
  const client = unreadMessagesForClient(
    { count: 1, contactPerson: "Ada Byron" },
    { name: "Firm" },
    PUBLIC_URL,
  );
  expect(client.subject).toBe("New message from Firm");
  expect(renderEmailText(client)).toMatch(
    /^Hi Ada,\n\nFor your security, the message is shown only in the client portal\.\n/,
  );
});

test.each([
  ["passwordReset", passwordReset, "1 hour"],
  ["signInLink", signInLink, "1 hour"],
  ["invitation", invitation, "7 days"],
  ["emailConfirmation", emailConfirmation, "24 hours"],
] as const)("%s has one link and states its lifetime", (_, create, lifetime) => {
  const url = `${PUBLIC_URL}/reset-password?token_hash=a%2Bb&type=recovery`;
  const email = create({ url, brand });
  expect(listButtonUrls(email)).toEqual([url]);
  expect(renderEmailText(email)).toContain(`This link expires in ${lifetime} and can be used once.`);
});

test("an invitation names the client's company, and omits it for administrators", () => {
  const client = { name: "Ada Byron", company: "Calder & Finch" };
  const forClient = invitation({ url: PUBLIC_URL, brand, client });
  expect(forClient.subject).toBe(`Your ${brand.name} client portal is ready`);
  expect(renderEmailText(forClient)).toMatch(/^Hi Ada,\n\n.+ has set up a portal for Calder & Finch/);
  const forAdministrator = invitation({ url: PUBLIC_URL, brand });
  expect(forAdministrator.subject).toBe(`Your ${brand.name} account is ready`);
  expect(renderEmailText(forAdministrator)).not.toContain("portal for");
});

test("an invitation names the person who sent it, if the name is known", () => {
  const link = { url: PUBLIC_URL, brand, inviterName: "Maya Okafor" };
  const client = { name: "Ada Byron", company: "Calder & Finch" };
  const forClient = invitation({ ...link, client });
  expect(forClient.subject).toBe(`Maya Okafor invited you to the ${brand.name} client portal`);
  expect(renderEmailText(forClient)).toContain(
    `Maya Okafor of ${brand.name} has set up a portal for Calder & Finch`,
  );
  const forMember = invitation({ ...link, client: { ...client, inviter: "maya@client.example" } });
  expect(renderEmailText(forMember)).toContain(
    "Maya Okafor (maya@client.example) invited you to Calder & Finch's",
  );
  const forAdministrator = invitation({ ...link, inviter: "maya@firm.example" });
  expect(forAdministrator.subject).toBe(`Maya Okafor invited you to the ${brand.name} admin area`);
});

test("a meeting email links to the call, or states the number, or when the link follows", async () => {
  const create = (meeting_url: string | null, phone: string | null) =>
    bookingApproved(
      {
        meeting: { ...MEETING, meeting_url },
        host: { name: "Maya", phone },
        contactPerson: "Ada",
        timeZone: "America/New_York",
      },
      PUBLIC_URL,
      brand,
    );
  expect(await renderEmailHtml(create("https://meet.firm.example/abc", null))).toMatch(
    /<a class="link" href="https:\/\/meet\.firm\.example\/abc"[^>]*>Video call<\/a>/,
  );
  expect(renderEmailText(create(null, "+1 555 0100"))).toContain("Where: By phone: call +1 555 0100");
  expect(renderEmailText(create(null, null))).toContain("Where: We'll send the link before the meeting.");
});

test("an email about a removed second factor names the administrator who removed it", () => {
  expect(renderEmailText(twoFactorRemoved("owner@firm.example", { brand }))).toContain(
    "owner@firm.example removed two-factor authentication from your account",
  );
});

test("booking emails name quotes and bookings correctly", () => {
  const quote = { ...BOOKING, kind: "quote", company: "Calder" } as const;
  expect(bookingRequestedForFirm(quote, PUBLIC_URL).subject).toBe(
    "Quote request from Calder: AI Security Assessment",
  );
  expect(bookingReceived(quote, PUBLIC_URL, brand).subject).toBe(
    `${brand.name} received your quote request: AI Security Assessment`,
  );
  expect(bookingDeclined(BOOKING, "Fully booked.", brand).subject).toBe(
    "We can't take your booking request right now: AI Security Assessment",
  );
});

test("emails about a requested meeting contain its topic and date, but no urgency and scope", () => {
  const meeting = { ...BOOKING, kind: "meeting", company: "Calder", estimated_scope: "" } as const;
  const request = bookingRequestedForFirm(meeting, PUBLIC_URL);
  expect(request.subject).toBe("Meeting request from Calder: AI Security Assessment");
  expect(renderEmailText(request)).toContain("Topic: AI Security Assessment\nPreferred date: Dec 7, 2026");
  expect(renderEmailText(request)).not.toMatch(/Urgency|scope/);
  const received = bookingReceived(meeting, PUBLIC_URL, brand);
  expect(received.subject).toBe(`${brand.name} received your meeting request: AI Security Assessment`);
  expect(renderEmailText(received)).toContain("client-portal?section=meetings");
});

test.each([
  ["booking", "Service"],
  ["quote", "Service"],
  ["meeting", "Topic"],
] as const)('emails to the firm about a %s name what it is about "%s"', (kind, label) => {
  const booking = { ...BOOKING, kind, company: "Calder" };
  const emails = [
    bookingRequestedForFirm(booking, PUBLIC_URL),
    bookingCancelledForFirm(booking, null, PUBLIC_URL),
    meetingTimeProposedForFirm(booking, { time: "1", proposedTime: "2", note: "" }, PUBLIC_URL),
    proposedTimeWithdrawnForFirm(booking, "1", PUBLIC_URL),
    meetingScheduledForFirm(booking, { time: "1", isMoved: false }, PUBLIC_URL),
  ];
  for (const email of emails) {
    expect(renderEmailText(email)).toContain(`Client: Calder\n${label}: AI Security Assessment`);
  }
});

test("booking emails contain the meeting time, preferred start date and decline reason", () => {
  const time = "Thursday, December 3, 2026 at 10:00 AM EST";
  const timeZone = "America/New_York";
  expect(
    renderEmailText(
      bookingApproved({ meeting: MEETING, host: HOST, contactPerson: "Ada", timeZone }, PUBLIC_URL, brand),
    ),
  ).toContain(`about AI Security Assessment is confirmed.\n\nTime: ${time}`);
  expect(renderEmailText(bookingDeclined(BOOKING, "Fully booked until March.", brand))).toContain(
    "Fully booked until March.",
  );
  const changed = renderEmailText(
    meetingChanged({ meeting: MEETING, host: HOST, contactPerson: "Ada", timeZone }, PUBLIC_URL, brand),
  );
  expect(changed).toContain(
    `Time: ${time}\nTime zone: Eastern Time (New York)\nDuration: 45 minutes\nWith: Maya Okafor\nWhere: Video call (https://meet.firm.example/abc)`,
  );
  const canceled = meetingCancelled({ meeting: MEETING, contactPerson: "Ada", timeZone }, PUBLIC_URL, brand);
  expect(canceled.subject).toBe(`Canceled: your meeting with ${brand.name} on Thu, Dec 3, 10:00 AM EST`);
  expect(renderEmailText(canceled)).toContain(
    `You canceled your meeting about AI Security Assessment.\n\nTime: ${time}\nTime zone: Eastern Time (New York)`,
  );
  expect(renderEmailText(bookingCancelledForFirm(BOOKING, time, PUBLIC_URL))).toContain(`Meeting: ${time}`);
  expect(renderEmailText(bookingCancelledForFirm(BOOKING, null, PUBLIC_URL))).toContain(
    "The client canceled this request.",
  );
  const request = renderEmailText(bookingRequestedForFirm({ ...BOOKING, estimated_scope: "" }, PUBLIC_URL));
  expect(request).toContain("Preferred start: Dec 7, 2026\nUrgency: Low - Flexible timeline");
  expect(request).toContain("Estimated scope: —");
});

test("an invoice email shows the amount, balance, amount due and due date, and omits unknown values", () => {
  const email = newInvoice({ ...INVOICE, description: "Red team,\n payment 1 of 3" }, BILLING_URL, brand);
  expect(email.subject).toBe(`New invoice 1042 from ${brand.name}: $400.00 due Dec 15, 2026`);
  expect(renderEmailText(email)).toContain(
    "Amount due: $400.00\nInvoice total $1,200.00 · $800.00 remaining after this payment\n\nInvoice: 1042\nFor: Red team, payment 1 of 3\nDue: Dec 15, 2026\n\n",
  );
  expect(renderEmailText(email).match(/Dec 15|\$400/g)).toHaveLength(2);
  const partlyPaid = renderEmailText(
    newInvoice({ ...INVOICE, balanceCents: cents(90_005) }, BILLING_URL, brand),
  );
  expect(partlyPaid).toContain(
    "Invoice total $1,200.00 · $299.95 paid · $500.05 remaining after this payment",
  );
  const single = renderEmailText(
    newInvoice({ ...INVOICE, amountDueCents: cents(120_000) }, BILLING_URL, brand),
  );
  expect(single).toContain("Amount due: $1,200.00\n\nInvoice: 1042");
  const minimalEmail = newInvoice({ ...INVOICE, number: "", description: "", due: null }, BILLING_URL, brand);
  expect(minimalEmail.subject).toBe(`New invoice from ${brand.name}: $400.00 due now`);
  expect(renderEmailText(minimalEmail)).toMatch(
    /Your new invoice is ready\. You can view and pay it in the client portal\.\n\nAmount due: \$400\.00\nInvoice total \$1,200\.00 · \$800\.00 remaining after this payment\n\nView and pay/,
  );
});

test("an invoice email truncates a long description, so that the amount stays visible", () => {
  const email = renderEmailText(
    newInvoice({ ...INVOICE, description: "word ".repeat(500) }, BILLING_URL, brand),
  );
  expect(Math.max(...email.split("\n").map((line) => line.length))).toBeLessThan(250);
});

test("an overdue email names the invoice first in its subject, and states the amount and the missed due date once", () => {
  const email = overdueInvoice(OVERDUE_INVOICE, BILLING_URL, brand);
  expect(email.subject).toBe(`Invoice 1042 from ${brand.name} is overdue`);
  expect(renderEmailText(email)).toContain(
    "\n\nA payment for this invoice was due on Dec 15, 2026 (3 days ago).\n\n",
  );
  expect(renderEmailText(email)).toContain(
    "Amount due: $400.00\nInvoice total $1,200.00 · $800.00 remaining after this payment\n\nInvoice: 1042\n",
  );
  expect(renderEmailText(email).match(/Dec 15|\$400/g)).toHaveLength(2);
  const unpaid = { ...OVERDUE_INVOICE, balanceCents: INVOICE.amountDueCents, daysLate: 1 };
  expect(renderEmailText(overdueInvoice(unpaid, BILLING_URL, brand))).toContain(
    "\n\nThis invoice was due on Dec 15, 2026 (1 day ago).\n\n",
  );
  expect(overdueInvoice({ ...OVERDUE_INVOICE, number: "" }, BILLING_URL, brand).subject).toBe(
    `Invoice from ${brand.name} is overdue`,
  );
});

test("an email about several overdue invoices lists each one and states the total", () => {
  const { subject, blocks } = overdueInvoices(
    [
      { ...OVERDUE_INVOICE, number: "1041", due: calendarDate("2026-11-15"), daysLate: 33 },
      OVERDUE_INVOICE,
      { ...OVERDUE_INVOICE, number: "", due: null, daysLate: 0 },
    ].map((invoice) => ({ ...invoice, url: BILLING_URL })),
    { contactPerson: "Ada Moreno", company: "Contoso", portalUrl: BILLING_URL },
    brand,
  );
  expect(subject).toBe(`3 invoices from ${brand.name} are overdue`);
  expect(renderText(blocks)).toContain(
    [
      "The oldest of these invoices was due on Nov 15, 2026 (33 days ago).",
      "",
      "Amount due: $1,200.00",
      "Total of 3 invoices to Contoso",
      "",
      "Invoice 1041: $400.00 · due Nov 15, 2026, 33 days late",
      "Invoice 1042: $400.00 · due Dec 15, 2026, 3 days late",
      "Invoice: $400.00",
      "",
      "View and pay:",
      BILLING_URL,
    ].join("\n"),
  );
});

test("an email about more than 15 overdue invoices counts the others", () => {
  const { blocks } = overdueInvoices(
    Array.from({ length: 17 }, () => ({ ...OVERDUE_INVOICE, url: BILLING_URL })),
    { contactPerson: "Ada Moreno", company: "Contoso", portalUrl: BILLING_URL },
    brand,
  );
  const text = renderText(blocks);
  expect(text).toContain("Amount due: $6,800.00\nTotal of 17 invoices to Contoso\n");
  expect(text.match(/^Invoice 1042: /gm)).toHaveLength(15);
  expect(text).toContain("\n2 more invoices: $800.00\n");
});

test.each([
  [
    "due soon",
    invoicesDueSoon(
      [
        { ...INVOICE, url: `${BILLING_URL}&invoice=1` },
        { ...INVOICE, number: "", url: `${BILLING_URL}&invoice=2` },
      ],
      { contactPerson: "Ada Moreno", company: "Contoso", portalUrl: BILLING_URL },
      brand,
    ),
  ],
  [
    "overdue",
    overdueInvoices(
      [
        { ...OVERDUE_INVOICE, url: `${BILLING_URL}&invoice=1` },
        { ...OVERDUE_INVOICE, number: "", url: `${BILLING_URL}&invoice=2` },
      ],
      { contactPerson: "Ada Moreno", company: "Contoso", portalUrl: BILLING_URL },
      brand,
    ),
  ],
])("an email about several invoices that are %s links each to its page", async (_name, email) => {
  const html = await renderEmailHtml(email);
  const links = [...html.matchAll(/<a [^>]*href="([^"]+&amp;invoice=[^"]*)"[^>]*>([^<]+)<\/a>/g)];
  expect(links.map(([, href, label]) => [href, label])).toEqual([
    [`${BILLING_URL}&amp;invoice=1`, "Invoice 1042"],
    [`${BILLING_URL}&amp;invoice=2`, "Invoice"],
  ]);
});

test("a reminder of a meeting starts with the time in the subject, and with the period in the first line", () => {
  const remind = (meeting_url: string | null, host: typeof HOST | null, hoursBefore: 24 | 1) =>
    meetingReminder(
      {
        ...{ contactPerson: "Ada", meeting: { ...MEETING, meeting_url }, host, hoursBefore },
        ...{ timeZone: "America/New_York", now: new Date("2026-12-02T15:00:00Z") },
      },
      PUBLIC_URL,
      brand,
    );
  const email = remind(MEETING.meeting_url, HOST, 24);
  expect(email.subject).toBe(`Tomorrow, 10:00 AM EST: your meeting with ${brand.name}`);
  expect(renderEmailText(email)).toContain(
    [
      "Hi Ada,",
      "Thursday, December 3, 10:00 – 10:45 AM EST, video call with Maya Okafor.",
      "Meeting: AI Security Assessment\nTime zone: Eastern Time (New York)\nDuration: 45 minutes\nWhere: Video call (https://meet.firm.example/abc)",
    ].join("\n\n"),
  );
  expect(remind(null, null, 1).subject).toBe(`In 1 hour, 10:00 AM EST: your meeting with ${brand.name}`);
  expect(renderEmailText(remind(null, null, 1))).toContain("10:00 – 10:45 AM EST, meeting.\n");
});

test("a confirmation code links to the page that resets the password, without a button", async () => {
  const email = confirmationCode("7K2M-Q9XT", { brand, publicUrl: PUBLIC_URL });
  expect(listButtonUrls(email)).toEqual([]);
  expect(await renderEmailHtml(email)).toContain(`href="${PUBLIC_URL}/forgot-password"`);
});

test("an email about several payments on one day states the day once", () => {
  const { subject, blocks } = invoicesDueSoon(
    [{ ...INVOICE, number: "1041" }, INVOICE].map((invoice) => ({ ...invoice, url: BILLING_URL })),
    { contactPerson: "Ada Moreno", company: "Contoso", portalUrl: BILLING_URL },
    brand,
  );
  expect(subject).toBe(`Reminder: 2 invoices from ${brand.name} are due Dec 15, 2026`);
  expect(renderText(blocks)).toContain(
    [
      "These payments are due soon. You can pay in the client portal.",
      "",
      "Amount due: $800.00",
      "Total of 2 invoices to Contoso",
      "",
      "Invoice 1041: $400.00",
      "Invoice 1042: $400.00",
      "",
      "View and pay:",
      BILLING_URL,
    ].join("\n"),
  );
});

test("an email about one finding states its severity, and leaves its key and its project to the subject", () => {
  const update = {
    ...({ findingId: "1", key: "WL-12-001", severity: "high", project: "Red team" } as const),
    ...{ text: "Published", headline: "New finding WL-12-001" },
    ...{ isNew: true, isByFirm: true, commentAuthor: null },
  };
  const render = (updates: Parameters<typeof findingsChanged>[0]) => {
    const { subject, blocks } = findingsChanged(updates, "Ada Moreno", "Contoso", PUBLIC_URL, brand);
    return [subject, renderText(blocks).split("\n\nView finding:")[0]];
  };
  expect(render([update])).toEqual([
    "New finding WL-12-001 (Red team)",
    "Hi Ada,\n\nWe published a new high-severity finding. Sign in to read it.",
  ]);
  expect(render([{ ...update, severity: "info", text: "Due date changed" }, update])).toEqual([
    "2 updates to finding WL-12-001 (Red team)",
    "Hi Ada,\n\nThis informational finding has 2 updates. Sign in to read it.\n\nUpdates: Due date changed, Published",
  ]);
});

test("an email about a failed renewal states when access expires, in UTC, if known", () => {
  const expiresAt = new Date("2026-12-03T23:30:00Z");
  expect(renderEmailText(squareRenewalFailed("Firm", "No response.", expiresAt, PUBLIC_URL))).toContain(
    "Access expires on December 3, 2026.",
  );
  expect(renderEmailText(squareRenewalFailed("Firm", "No response.", null, PUBLIC_URL))).not.toContain(
    "expires",
  );
});
