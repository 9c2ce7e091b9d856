import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import { dollars } from "#domain/money/money.ts";
import { unknownValue } from "#domain/test-support/unknown-value.ts";
import { buildProjectTimeline, isOverdueEvent, type TimelineStatusChange } from "./project-timeline.ts";

const project = {
  start_date: calendarDate("2026-01-10"),
  target_completion_date: calendarDate("2026-06-30"),
};
const invoice = {
  id: "invoice-7",
  invoice_number: "7",
  status: "pending" as const,
  square_status: "UNPAID",
  amount: dollars("1200.50"),
  total_paid_amount: dollars("0"),
  due_date: calendarDate("2026-02-01"),
  payment_schedule: [],
};
const HISTORY = { statuses: [], today: calendarDate("2026-01-15"), timeZone: "UTC" };
type BuildParameters = Parameters<typeof buildProjectTimeline>;
/** Builds a timeline with defaults for the history. */
const buildTimeline = (
  row: BuildParameters[0],
  invoices: BuildParameters[1],
  history?: Partial<BuildParameters[2]>,
) => buildProjectTimeline(row, invoices, { ...HISTORY, ...history });
const INVOICE_7 = { id: "invoice-7", name: "Invoice 7" };
const UNNUMBERED = { id: "invoice-7", name: "Invoice (no number)" };
const buildEntry = (request_type: string, due_date: string | null, amount?: number) => ({
  request_type,
  due_date,
  computed_amount_money: amount === undefined ? undefined : { amount, currency: "USD" },
});

test("lists the start date, target date and invoice due dates in order", () => {
  expect(buildTimeline(project, [{ ...invoice, due_date: calendarDate("2026-07-01") }, invoice])).toEqual([
    { date: "2026-01-10", kind: "start", title: "Started", cents: null },
    {
      date: "2026-02-01",
      kind: "payment",
      title: "Invoice 7 due",
      cents: 120050,
      paymentStatus: "pending",
      invoice: INVOICE_7,
    },
    { date: "2026-06-30", kind: "target", title: "Target completion", cents: null },
    {
      date: "2026-07-01",
      kind: "payment",
      title: "Invoice 7 due",
      cents: 120050,
      paymentStatus: "pending",
      invoice: INVOICE_7,
    },
  ]);
});

test.each([
  ["2026-01-09", "Starts"],
  ["2026-01-10", "Started"],
  ["2026-01-11", "Started"],
])("on %s, a project that starts on January 10 is listed as %s", (today, title) => {
  expect(buildTimeline(project, [], { today: calendarDate(today) })[0]).toMatchObject({
    kind: "start",
    title,
  });
});

test("replaces an invoice with the entries of its payment schedule", () => {
  const payment_schedule = [
    buildEntry("DEPOSIT", "2026-01-20", 30000),
    buildEntry("INSTALLMENT", "2026-03-01"),
    buildEntry("INSTALLMENT", null, 1),
  ];
  const events = buildTimeline(project, [{ ...invoice, invoice_number: "", payment_schedule }]);
  expect(events.filter(({ kind }) => kind === "payment")).toEqual([
    {
      date: "2026-01-20",
      kind: "payment",
      title: "Invoice (no number): Deposit due",
      cents: 30000,
      paymentStatus: "pending",
      invoice: UNNUMBERED,
    },
    {
      date: "2026-03-01",
      kind: "payment",
      title: "Invoice (no number): Installment 1 due",
      cents: null,
      paymentStatus: "pending",
      invoice: UNNUMBERED,
    },
  ]);
});

test("omits cancelled invoices, invoices without a due date and a missing target", () => {
  const events = buildTimeline({ ...project, target_completion_date: null }, [
    { ...invoice, status: "cancelled" },
    { ...invoice, due_date: null },
  ]);
  expect(events.map(({ kind }) => kind)).toEqual(["start"]);
});

test("shows each status change after the first on its day in the reader's time zone, with its author", () => {
  const statuses: TimelineStatusChange[] = [
    { from_status: null, to_status: "open", changed_at: instant("2026-01-10T12:00:00Z") },
    {
      from_status: "open",
      to_status: "in_progress",
      changed_at: instant("2026-02-02T03:00:00Z"),
      by: "ada@firm.example",
    },
    {
      from_status: "in_progress",
      to_status: unknownValue("archived"),
      changed_at: instant("2026-02-02T04:00:00Z"),
    },
  ];
  const events = buildTimeline(project, [], { statuses, timeZone: "America/Los_Angeles" });
  expect(events.filter(({ kind }) => kind === "status")).toEqual([
    { date: "2026-02-01", kind: "status", title: "Open → In Progress", cents: null, by: "ada@firm.example" },
    { date: "2026-02-01", kind: "status", title: "In Progress → Archived", cents: null },
  ]);
});

test("dates a milestone when it was accepted, done or is due, and omits one without a date", () => {
  const planned = { title: "Report", due_on: calendarDate("2026-03-01"), done_at: null, accepted_at: null };
  const done = { ...planned, done_at: instant("2026-03-05T23:30:00Z") };
  const events = buildTimeline(project, [], {
    milestones: [
      planned,
      done,
      { ...done, accepted_at: instant("2026-03-08T12:00:00Z") },
      { ...planned, due_on: null },
    ],
    timeZone: "Europe/Zurich",
  });
  expect(events.filter(({ kind }) => kind === "milestone")).toEqual([
    { date: "2026-03-01", kind: "milestone", title: "Milestone due: Report", cents: null },
    { date: "2026-03-06", kind: "milestone", title: "Milestone done: Report", cents: null },
    { date: "2026-03-08", kind: "milestone", title: "Milestone accepted: Report", cents: null },
  ]);
});

test("omits an entry of a payment schedule with an invalid due date", () => {
  const payment_schedule = [buildEntry("DEPOSIT", "2026-02-30", 1), buildEntry("BALANCE", "2026-02-28", 2)];
  const events = buildTimeline(project, [{ ...invoice, payment_schedule }]);
  expect(events.filter(({ kind }) => kind === "payment")).toEqual([
    {
      date: "2026-02-28",
      kind: "payment",
      title: "Invoice 7: Balance due",
      cents: 2,
      paymentStatus: "pending",
      invoice: INVOICE_7,
    },
  ]);
});

test("treats a schedule with one entry like an invoice without a schedule", () => {
  const payment_schedule = [buildEntry("BALANCE", "2026-05-05", 1)];
  const events = buildTimeline(project, [{ ...invoice, payment_schedule }]);
  expect(events).toContainEqual({
    date: "2026-02-01",
    kind: "payment",
    title: "Invoice 7 due",
    cents: 120050,
    paymentStatus: "pending",
    invoice: INVOICE_7,
  });
});

test("marks payments as paid, partially paid or pending", () => {
  const complete = { computed_amount_money: { amount: 100, currency: "USD" }, due_date: "2026-03-01" };
  const payment_schedule = [
    { ...complete, request_type: "DEPOSIT", total_completed_amount_money: { amount: 100, currency: "USD" } },
    { ...complete, request_type: "BALANCE", total_completed_amount_money: { amount: 40, currency: "USD" } },
  ];
  const events = buildTimeline(project, [
    { ...invoice, status: "paid" },
    { ...invoice, payment_schedule },
  ]);
  expect(events.flatMap(({ paymentStatus }) => paymentStatus ?? [])).toEqual(["paid", "paid", "partial"]);
});

test("shows what is left of partially paid payments", () => {
  const partial = {
    request_type: "DEPOSIT",
    due_date: "2026-03-01",
    computed_amount_money: { amount: 100, currency: "USD" },
    total_completed_amount_money: { amount: 40, currency: "USD" },
  };
  const events = buildTimeline(project, [
    { ...invoice, total_paid_amount: dollars("200.50") },
    { ...invoice, payment_schedule: [partial, buildEntry("BALANCE", "2026-04-01", 300)] },
  ]);
  expect(
    events.filter(({ kind }) => kind === "payment").map(({ cents, paymentStatus }) => [cents, paymentStatus]),
  ).toEqual([
    [100_000, "partial"],
    [60, "partial"],
    [300, "pending"],
  ]);
});

test.each([
  ["pending", "2026-02-02", true],
  ["partial", "2026-02-02", true],
  ["paid", "2026-02-02", false],
  ["pending", "2026-02-01", false],
] as const)("a payment that is %s and due on February 1 is overdue on %s: %s", (paymentStatus, today, expected) => {
  const event = {
    date: calendarDate("2026-02-01"),
    kind: "payment",
    title: "",
    cents: null,
    paymentStatus,
  } as const;
  expect(isOverdueEvent(event, calendarDate(today))).toBe(expected);
});

test("an event without a payment is never overdue", () => {
  const event = { date: calendarDate("2026-02-01"), kind: "target", title: "", cents: null } as const;
  expect(isOverdueEvent(event, calendarDate("2026-03-01"))).toBe(false);
});
