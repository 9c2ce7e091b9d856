import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import { toAgingTotals } from "#domain/invoices/reports/invoice-aging.ts";
import { cents, dollars } from "#domain/money/money.ts";
import {
  overdueInvoiceItems,
  pastDuePlanItems,
  planEndingItems,
  unassignedInvoiceItems,
  unmatchedPlanItems,
} from "./billing-items.ts";
import { findingItems } from "./findings-items.ts";
import { proposalItems } from "./proposals-items.ts";
import { inquiryItems } from "./requests-items.ts";
import { squareConnectionItems, squareSyncItems, stoppedDraftItems } from "./square-items.ts";
import { calendarItems, jobItems } from "./system-items.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const UNMATCHED_PLAN = {
  id: "p1",
  payer_name: "Ada M",
  payer_email: "ada@private.example",
  status: "active",
  tierName: "Watch",
  monthlyCents: cents(95_000),
  dismissed_at: null,
} as const;
const NO_EMAIL = { queued: 3, retrying: 2, late: 0, failed: 0, bounced: 0 };

test("links each inquiry with its deadline, and mentions inquiries that are not loaded", () => {
  const inquiry = {
    id: "7d9f0c9e-0000-4000-8000-000000000000",
    company: "Northgate Bank",
    service_interest: "AI Security Assessment" as const,
    created_at: instant("2026-11-22T13:00:00Z"),
  };
  expect(inquiryItems([inquiry], 1, NOW)).toMatchObject([
    {
      title: "Northgate Bank",
      badge: { label: "1 hour left", tone: "warning" },
      to: `/admin/inbox/${inquiry.id}`,
    },
  ]);
  expect(inquiryItems([inquiry], 4, NOW).at(-1)).toMatchObject({
    title: "3 more inquiries",
    to: "/admin/inbox",
  });
});

test("links requested retests, disputes and unanswered comments, and counts overdue findings", () => {
  const project = { project_name: "Red team", clients: { company: "Northgate Bank" } };
  const items = findingItems(
    {
      retests: [
        {
          id: "r1",
          requested_at: instant("2026-11-22T13:00:00Z"),
          projects: project,
          retest_findings: [{ finding_id: "f1" }],
        },
      ],
      disputes: [{ id: "f2", key: "WL-01-002", title: "Weak filter", projects: project }],
      comments: [
        {
          finding_id: "f3",
          author_role: "client",
          created_at: instant("2026-11-23T11:55:00Z"),
          findings: { key: "WL-01-003", title: "Open tool", projects: project },
        },
      ],
      overdueCount: 2,
      oldestDeadline: calendarDate("2026-11-17"),
    },
    NOW,
    "UTC",
  );
  expect(items.map(({ title, details, to }) => [title, details, to])).toEqual([
    ["Northgate Bank", "Retest of 1 finding: Red team", "/admin/retests/r1"],
    ["Northgate Bank", "Disputes WL-01-002: Weak filter", "/admin/findings/f2"],
    ["Northgate Bank", "Comment on WL-01-003: Open tool", "/admin/findings/f3"],
    ["2 findings overdue", "Not fixed by the deadline", "/admin/findings?status=overdue&sort=due_on"],
  ]);
  expect(items.map(({ badge }) => badge.tone)).toEqual(["warning", "warning", "neutral", "negative"]);
  expect(items.at(-1)).toMatchObject({
    badge: { label: "Oldest: 6 days late" },
    since: "2026-11-18T00:00:00Z",
  });
  const nothing = { retests: [], disputes: [], comments: [], overdueCount: 0, oldestDeadline: null };
  expect(findingItems(nothing, NOW, "UTC")).toEqual([]);
  const one = { ...nothing, overdueCount: 1, oldestDeadline: calendarDate("2026-11-22") };
  expect(findingItems(one, NOW, "UTC")).toMatchObject([{ badge: { label: "1 day late" } }]);
});

test("reports a lost or expiring connection to Square, and nothing before the first connection", () => {
  const status = { connected: true, merchant_id: "M1", last_error: null, expires_in_days: 29 };
  expect(squareConnectionItems(status)).toEqual([]);
  expect(squareConnectionItems({ ...status, connected: false, merchant_id: null })).toEqual([]);
  expect(squareConnectionItems({ ...status, connected: false })).toMatchObject([
    { title: "Square is disconnected", badge: { tone: "negative" } },
  ]);
  expect(squareConnectionItems({ ...status, expires_in_days: 1 })).toMatchObject([
    { title: "Access to Square expires in 1 day", badge: { tone: "warning" } },
  ]);
});

test("names the problem of each invoice that Square did not accept", () => {
  const draft = {
    id: "d1",
    company: "Contoso",
    title: "Deposit",
    problem: "permission_missing",
    problemAt: instant("2026-11-22T13:00:00Z"),
  } as const;
  expect(stoppedDraftItems([draft, { ...draft, problem: null }], NOW)).toMatchObject([
    {
      title: "Contoso",
      badge: { label: "Action needed" },
      details: "Deposit: Square hasn't granted permission to create invoices",
      to: "/admin/square?tab=drafts",
    },
  ]);
});

test("reports rejected events before events that are retried, and differences", () => {
  expect(squareSyncItems({ rejectedEvents: 0, failingEvents: 0, differences: 0 })).toEqual([]);
  expect(
    squareSyncItems({ rejectedEvents: 1, failingEvents: 2, differences: 1 }).map(({ title, badge }) => [
      title,
      badge.tone,
    ]),
  ).toEqual([
    ["1 Square event rejected", "negative"],
    ["2 Square events not processed yet", "warning"],
    ["1 invoice differs from Square", "warning"],
  ]);
});

test("reports undelivered email and failed jobs, but no retries", () => {
  expect(jobItems({ schedules: [], jobs: [{ status: "retrying" }], emails: NO_EMAIL })).toEqual([]);
  expect(
    jobItems({
      schedules: [
        { title: "Sync invoices", keepsFailing: true },
        { title: "Clean up", keepsFailing: false },
      ],
      jobs: [{ status: "failed" }, { status: "stalled" }],
      emails: { ...NO_EMAIL, failed: 1, bounced: 2 },
    }).map(({ title }) => title),
  ).toEqual(["1 email failed, 2 emails bounced", '2 jobs need attention, "Sync invoices" keeps failing']);
});

test("reports unpaid invoices without a client", () => {
  expect(unassignedInvoiceItems(0)).toEqual([]);
  expect(unassignedInvoiceItems(1)[0]?.title).toBe("1 unpaid invoice without a client");
});

test("reports calendars that have failed for two hours, and conflicts with consultations", () => {
  const feed = {
    id: "f1",
    label: "Work",
    failure: "We couldn't reach it.",
    failingSince: instant("2026-11-23T10:00:00Z"),
  };
  const later = { ...feed, failingSince: instant("2026-11-23T10:01:00Z") };
  expect(calendarItems({ feeds: [feed, later], conflicts: ["c1"], reachedLimits: [] }, NOW)).toMatchObject([
    { title: 'Calendar "Work" can\'t be read', details: feed.failure, since: feed.failingSince },
    { title: "1 consultation conflicts with a calendar" },
  ]);
  expect(
    calendarItems({ feeds: [{ ...feed, failingSince: null }], conflicts: [], reachedLimits: [] }, NOW),
  ).toEqual([]);
});

test("reports reached limits of bookings with a link to the consultations", () => {
  const reachedAt = instant("2026-11-23T10:00:00Z");
  const reachedLimits = [
    { name: "confirmations", reachedAt },
    { name: "holds", reachedAt },
  ] as const;
  expect(calendarItems({ feeds: [], conflicts: [], reachedLimits }, NOW)).toMatchObject([
    { since: reachedAt, to: "/admin/bookings?tab=consultations" },
    {
      details: expect.stringMatching(/^50 bookings are waiting/),
      to: "/admin/bookings?tab=consultations&status=held",
    },
  ]);
});

test("lists due payments without an invoice and unanswered comments with links to their proposals", () => {
  const proposal = { id: "p1", number: 12, title: "Red team", clients: { company: "Northgate Bank" } };
  const since = instant("2026-11-23T10:00:00Z");
  const items = proposalItems(
    {
      payments: [
        {
          id: "1",
          kind: "deposit",
          number: null,
          amount: dollars("2500.00"),
          isDraftDeleted: false,
          draftId: null,
          due_at: since,
          proposals: proposal,
        },
      ],
      comments: [{ proposal_id: "p1", author_role: "client", created_at: since, proposals: proposal }],
    },
    NOW,
    "UTC",
  );
  expect(items).toMatchObject([
    {
      title: "Northgate Bank",
      details: "Deposit of $2,500.00 without an invoice: P-0012",
      badge: { label: "Invoice due" },
      to: "/admin/proposals/p1",
    },
    { details: "Comment on P-0012: Red team", badge: { tone: "neutral" }, to: "/admin/proposals/p1" },
  ]);
});

test("shows the count and amount of invoices over 90 days overdue, without those less late", () => {
  const total = { bucket: 4, invoice_count: 2, open_amount: dollars(1500) };
  const [oldest, today] = [calendarDate("2025-05-25"), calendarDate("2026-11-25")];
  expect(overdueInvoiceItems(toAgingTotals([{ ...total, bucket: 3 }]), oldest, today)).toEqual([]);
  expect(overdueInvoiceItems(toAgingTotals([total]), null, today)).toMatchObject([
    { badge: { label: "Overdue" }, since: null },
  ]);
  expect(overdueInvoiceItems(toAgingTotals([total]), oldest, today)).toMatchObject([
    {
      title: "2 invoices over 90 days overdue",
      details: "$1,500.00 owed",
      badge: { label: "Oldest: 549 days late", tone: "negative" },
      to: "/admin/invoices?age=over-90",
    },
  ]);
});

test("shows the client and the plan of each past due subscription", () => {
  const subscription = { id: "1", company: "Smith & Sons", tierName: "Advanced" };
  expect(pastDuePlanItems([subscription])).toMatchObject([
    {
      title: "Smith & Sons",
      details: "The payment for Advanced is late",
      badge: { label: "Past Due", tone: "negative" },
      to: "/admin/subscriptions?status=past_due&search=Smith+%26+Sons",
    },
  ]);
});

test("links a due payment to its draft invoice", () => {
  const payment = {
    ...{ id: "1", kind: "deposit" as const, number: null, amount: dollars("2500.00") },
    ...{ isDraftDeleted: false, draftId: "d1" },
    due_at: instant("2026-11-23T10:00:00Z"),
    proposals: { id: "p1", number: 12, title: "Red team", clients: { company: "Northgate Bank" } },
  };
  expect(proposalItems({ payments: [payment], comments: [] }, NOW, "UTC")).toMatchObject([
    {
      details: "Deposit of $2,500.00 without an invoice: P-0012. Its draft is ready to publish.",
      to: "/admin/invoices/drafts/d1",
    },
  ]);
});

test("shows the next step for due payments that get no draft invoice", () => {
  const payment = {
    ...{ id: "1", kind: "balance" as const, number: null, amount: dollars("2500.00") },
    ...{ isDraftDeleted: false, draftId: null },
    due_at: instant("2026-11-23T10:00:00Z"),
    proposals: { id: "p1", number: 12, title: "Red team", clients: { company: "Northgate Bank" } },
  };
  const payments = [
    { ...payment, isDraftDeleted: true },
    { ...payment, id: "2", amount: dollars("1000000.01") },
  ];
  expect(proposalItems({ payments, comments: [] }, NOW, "UTC")).toMatchObject([
    {
      details:
        "Balance of $2,500.00 without an invoice: P-0012. Its draft invoice was deleted. Create the invoice and link it.",
      badge: { label: "Create invoice", tone: "negative" },
      to: "/admin/proposals/p1",
    },
    {
      details:
        "Balance of $1,000,000.01 without an invoice: P-0012. Amounts above $1,000,000.00 aren't drafted automatically. Create the invoice and link it.",
      badge: { label: "Create invoice", tone: "negative" },
    },
  ]);
});

test("names who paid a plan without a client, and links to the form that assigns one", () => {
  const since = instant("2026-11-23T11:00:00Z");
  expect(unmatchedPlanItems([{ ...UNMATCHED_PLAN, created_at: since }], NOW)).toMatchObject([
    {
      title: "Plan paid by an unknown customer",
      details: "Ada M (ada@private.example), Watch, $950.00 per month",
      badge: { label: "Action needed" },
      since,
      to: "/admin/subscriptions?link=p1",
    },
  ]);
});

test("groups several plans without a client in one item, dated by the oldest", () => {
  const plan = { ...UNMATCHED_PLAN, created_at: instant("2026-11-23T11:00:00Z") };
  const older = { ...plan, id: "p2", created_at: instant("2026-11-22T11:00:00Z") };
  const dismissed = { ...plan, id: "p3", dismissed_at: instant("2026-11-24T11:00:00Z") };
  expect(unmatchedPlanItems([dismissed], NOW)).toEqual([]);
  expect(unmatchedPlanItems([plan, older, dismissed], NOW)).toMatchObject([
    {
      title: "2 plans without a client",
      details: "$1,900.00 per month. Select the client of each plan.",
      badge: { label: "Action needed · 1 day" },
      since: older.created_at,
      to: "/admin/subscriptions",
    },
  ]);
});

test("shows a plan that could not be ended, with the reason and a link to Try again", () => {
  const ending = {
    id: "e1",
    subscription_id: "s1",
    kind: "end" as const,
    status: "failed" as const,
    problem: "outage" as const,
    created_at: instant("2026-11-24T11:00:00Z"),
    finished_at: instant("2026-11-24T12:00:00Z"),
    clients: { company: "Northwind" },
    client_subscriptions: { status: "active" as const, ends_on: null },
  };
  expect(planEndingItems([ending], NOW)).toMatchObject([
    {
      title: "Northwind",
      details: "Plan not ended: We couldn't reach Square",
      to: "/admin/subscriptions?search=Northwind",
    },
  ]);
  const ended = { status: "active" as const, ends_on: calendarDate("2026-12-20") };
  expect(planEndingItems([{ ...ending, client_subscriptions: ended }], NOW)).toEqual([]);
  expect(planEndingItems([{ ...ending, problem: "request_closed" }], NOW)).toEqual([]);
});
