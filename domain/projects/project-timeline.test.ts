import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import { dollars } from "#domain/money/money.ts";
import { unknownValue } from "#domain/test-support/unknown-value.ts";
import { buildProjectTimeline, type TimelineStatusChange } from "./project-timeline.ts";

const project = {
  start_date: calendarDate("2026-01-10"),
  target_completion_date: calendarDate("2026-06-30"),
};
const invoice = {
  invoice_number: "7",
  status: "pending" as const,
  amount: dollars("1200.50"),
  due_date: calendarDate("2026-02-01"),
  payment_schedule: [],
};
const buildEntry = (request_type: string, due_date: string | null, amount?: number) => ({
  request_type,
  due_date,
  computed_amount_money: amount === undefined ? undefined : { amount, currency: "USD" },
});

test("lists the start date, target date and invoice due dates in order", () => {
  expect(
    buildProjectTimeline(project, [{ ...invoice, due_date: calendarDate("2026-07-01") }, invoice]),
  ).toEqual([
    { date: "2026-01-10", kind: "start", title: "Started", cents: null },
    { date: "2026-02-01", kind: "payment", title: "Invoice 7 due", cents: 120050 },
    { date: "2026-06-30", kind: "target", title: "Target completion", cents: null },
    { date: "2026-07-01", kind: "payment", title: "Invoice 7 due", cents: 120050 },
  ]);
});

test("replaces an invoice with the entries of its payment schedule", () => {
  const payment_schedule = [
    buildEntry("DEPOSIT", "2026-01-20", 30000),
    buildEntry("INSTALLMENT", "2026-03-01"),
    buildEntry("INSTALLMENT", null, 1),
  ];
  const events = buildProjectTimeline(project, [{ ...invoice, invoice_number: "", payment_schedule }]);
  expect(events.filter(({ kind }) => kind === "payment")).toEqual([
    { date: "2026-01-20", kind: "payment", title: "Invoice (no number): Deposit due", cents: 30000 },
    {
      date: "2026-03-01",
      kind: "payment",
      title: "Invoice (no number): Installment 1 due",
      cents: null,
    },
  ]);
});

test("omits cancelled invoices, invoices without a due date and a missing target", () => {
  const events = buildProjectTimeline({ ...project, target_completion_date: null }, [
    { ...invoice, status: "cancelled" },
    { ...invoice, due_date: null },
  ]);
  expect(events.map(({ kind }) => kind)).toEqual(["start"]);
});

test("shows each status change on its day in the reader's time zone, with its author", () => {
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
  const events = buildProjectTimeline(project, [], { statuses, timeZone: "America/Los_Angeles" });
  expect(events.filter(({ kind }) => kind === "status")).toEqual([
    { date: "2026-01-10", kind: "status", title: "Status: Open", cents: null },
    { date: "2026-02-01", kind: "status", title: "Open → In Progress", cents: null, by: "ada@firm.example" },
    { date: "2026-02-01", kind: "status", title: "In Progress → Archived", cents: null },
  ]);
});

test("omits an entry of a payment schedule with an invalid due date", () => {
  const payment_schedule = [buildEntry("DEPOSIT", "2026-02-30", 1), buildEntry("BALANCE", "2026-02-28", 2)];
  const events = buildProjectTimeline(project, [{ ...invoice, payment_schedule }]);
  expect(events.filter(({ kind }) => kind === "payment")).toEqual([
    { date: "2026-02-28", kind: "payment", title: "Invoice 7: Balance due", cents: 2 },
  ]);
});

test("treats a schedule with one entry like an invoice without a schedule", () => {
  const payment_schedule = [buildEntry("BALANCE", "2026-05-05", 1)];
  const events = buildProjectTimeline(project, [{ ...invoice, payment_schedule }]);
  expect(events).toContainEqual({
    date: "2026-02-01",
    kind: "payment",
    title: "Invoice 7 due",
    cents: 120050,
  });
});
