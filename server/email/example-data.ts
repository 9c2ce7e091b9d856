import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant, toInstant } from "#domain/dates/instant.ts";
import { cents } from "#domain/money/money.ts";
import type { BookingDetails } from "#server/email/messages/booking.ts";
import type { ConsultationEmail } from "#server/email/messages/consultation.ts";
import type { PlanRequestDetails } from "#server/email/messages/plan.ts";

/** Sample data for the email examples. */
export const COMPANY = "Calder & Finch Reinsurance Brokers International";
export const ADDRESS = "jonas.lindqvist@calderfinch.example";
export const MERCHANT = "Calder & Finch";
export const MEETING_TIME = new Date("2026-12-03T15:00:00Z");
export const DECLINE_REASON = "We're fully booked until March and would be glad to start in April.";
export const REPLY = [
  "Thanks for writing. Yes, we test agents that call tools, and we can start in January.",
  "Are you free on Tuesday at 10:00 for a first call?",
].join("\n\n");
export const THREAD = { company: COMPANY, count: 3, sender: "Jonas Lindqvist" };

export const INQUIRY = {
  id: "example",
  reference: "7K2M-Q9XT",
  name: "Jonas Lindqvist",
  email: ADDRESS,
  company: COMPANY,
  serviceInterest: "AI Security Assessment",
  message:
    "Our claims assistant has been calling tools since last month.\n\nBudget: 40k. Can you test it before our audit in March?",
};

export const BOOKING: BookingDetails = {
  kind: "booking",
  company: COMPANY,
  contact_person: "Jonas Lindqvist",
  service_type: "AI Security Assessment",
  preferred_start_date: calendarDate("2026-12-07"),
  estimated_scope: "Three applications, about 40 prompts each",
  project_description:
    "The assistant reads claims and replies to brokers. It can look up policies and write drafts.",
  urgency: "high",
};

export const CONSULTATION: ConsultationEmail = {
  name: INQUIRY.name,
  email: ADDRESS,
  company: COMPANY,
  topic: INQUIRY.message,
  startsAt: toInstant(MEETING_TIME),
  timeZone: "Europe/Zurich",
  firmTimeZone: "America/New_York",
  hostName: "Maya Okafor",
  hostEmail: "maya@firm.example",
  meetingUrl: "https://meet.firm.example/maya",
  phone: null,
  event: {
    uid: "example@firm.example",
    sequence: 0,
    startsAt: toInstant(MEETING_TIME),
    endsAt: instant("2026-12-03T15:30:00Z"),
    summary: "Consultation",
    description: "Join: https://meet.firm.example/maya",
    location: "https://meet.firm.example/maya",
    url: "https://meet.firm.example/maya",
  },
};

export const PLAN_CHANGE: PlanRequestDetails = {
  kind: "change",
  company: COMPANY,
  contact_person: "Jonas Lindqvist",
  currentTierName: "Watch",
  tierName: "Shield",
  effective_on: null,
  note: "We're connecting the assistant to our policy system and need the faster response time.",
};

export const PLAN_CANCELLATION: PlanRequestDetails = {
  ...PLAN_CHANGE,
  kind: "cancel",
  tierName: null,
  effective_on: calendarDate("2026-12-22"),
  note: "",
};

export const PLAN_ANSWER =
  "You're on Shield from today. We credited the rest of this month's Watch fee to your next invoice.";

export const INVOICE = {
  contactPerson: "Jonas Lindqvist",
  number: "1042",
  description: "AI Security Assessment, payment 2 of 3",
  amountCents: cents(123_456_789),
  balanceCents: cents(123_456_789),
  amountDueCents: cents(41_152_263),
  due: calendarDate("2026-12-15"),
};

export const DUE_INVOICES = [
  { ...INVOICE, number: "1038", amountDueCents: cents(1_475_126), due: calendarDate("2026-12-14") },
  INVOICE,
];

export const OVERDUE_INVOICES = [
  {
    ...INVOICE,
    number: "1038",
    amountDueCents: cents(1_475_126),
    due: calendarDate("2026-10-01"),
    daysLate: 87,
  },
  {
    ...INVOICE,
    number: "1041",
    amountDueCents: cents(630_000),
    due: calendarDate("2026-11-30"),
    daysLate: 27,
  },
  { ...INVOICE, daysLate: 12 },
];

export const PAYMENT = {
  contactPerson: "Jonas Lindqvist",
  invoiceId: "example",
  invoiceNumber: "1042",
  amountCents: cents(630_000),
  tipCents: cents(0),
  balanceCents: cents(1_260_000),
  isPaidInFull: false,
  paidOn: calendarDate("2026-11-23"),
  method: "Visa ending in 4242",
  receiptNumber: "k2Ld",
};

export const MEETING = {
  id: "example",
  service_type: "AI Security Assessment",
  scheduled_at: instant("2026-12-03T15:00:00Z"),
  meeting_minutes: 45,
  meeting_url: "https://meet.firm.example/wardline",
  calendar_sequence: 0,
};

export const DAY_BEFORE = { hoursBefore: 24, now: new Date("2026-12-02T15:00:00Z") } as const;

export const MEETING_HOST = { name: "Maya Okafor", phone: null };

export const PLAN = { contactPerson: "Jonas Lindqvist", tierName: "Shield", monthlyPrice: "$5,200" };

export const SIGN_IN = {
  device: "Firefox on Windows",
  address: "198.51.100.7",
  time: "Nov 23, 2026, 2:09 PM EST",
};

const FINDINGS = {
  first: {
    findingId: "3d1a9d1f-2b11-4d2a-9c38-5f0c9a527d8e",
    key: "WL-12-001",
    severity: "high",
    project: "Claims assistant review",
  },
  second: {
    findingId: "9c385f0c-9a52-4d2a-9d1f-2b117d8e3d1a",
    key: "WL-12-003",
    severity: "medium",
    project: "Claims assistant review",
  },
} as const;

export const FINDING_UPDATES = [
  {
    ...FINDINGS.first,
    text: "Published",
    headline: "New finding WL-12-001",
    isNew: true,
    isByFirm: true,
    commentAuthor: null,
  },
];

export const FINDING_UPDATES_BY_CLIENT = [
  {
    ...FINDINGS.first,
    text: "Comment",
    headline: "New comment on finding WL-12-001",
    isNew: false,
    isByFirm: false,
    commentAuthor: "Sam Lee",
  },
  {
    ...FINDINGS.second,
    text: "Retest requested",
    headline: "Retest requested for finding WL-12-003",
    isNew: false,
    isByFirm: false,
    commentAuthor: null,
  },
];

export const PROPOSAL = {
  id: "5f0c9a52-7d8e-4d2a-9c38-3d1a9d1f2b11",
  number: 12,
  version: 1,
  title: "Red team exercise",
  total: cents(2_450_000),
  validUntil: calendarDate("2026-12-18"),
};

export const PROJECT_ID = "0b7c1d52-3f6a-4c1e-8a57-6e2f9d0c4b18";

export const PROPOSAL_MILESTONE = {
  title: "Report delivered",
  projectId: PROJECT_ID,
  projectName: "Red team exercise",
};
