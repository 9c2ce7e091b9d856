import { expect, test } from "vitest";
import { projectTimeline } from "./project-timeline.ts";

const project = { start_date: "2026-01-10", target_completion_date: "2026-06-30" };
const invoice = {
  invoice_number: "7",
  status: "pending",
  amount: "1200.50",
  due_date: "2026-02-01",
  payment_schedule: [],
};
const entry = (request_type: string, due_date: string | null, amount?: number) => ({
  request_type,
  due_date,
  computed_amount_money: amount === undefined ? undefined : { amount, currency: "USD" },
});

test("start, target and due invoices, in order of their days", () => {
  expect(projectTimeline(project, [{ ...invoice, due_date: "2026-07-01" }, invoice])).toEqual([
    { date: "2026-01-10", kind: "start", title: "Start", cents: null },
    { date: "2026-02-01", kind: "payment", title: "Invoice 7 due", cents: 120050 },
    { date: "2026-06-30", kind: "target", title: "Target completion", cents: null },
    { date: "2026-07-01", kind: "payment", title: "Invoice 7 due", cents: 120050 },
  ]);
});

test("a payment schedule stands in its invoice's place", () => {
  const payment_schedule = [
    entry("DEPOSIT", "2026-01-20", 30000),
    entry("INSTALLMENT", "2026-03-01"),
    entry("INSTALLMENT", null, 1),
  ];
  const events = projectTimeline(project, [{ ...invoice, invoice_number: "", payment_schedule }]);
  expect(events.filter(({ kind }) => kind === "payment")).toEqual([
    { date: "2026-01-20", kind: "payment", title: "Invoice without a number: Deposit due", cents: 30000 },
    {
      date: "2026-03-01",
      kind: "payment",
      title: "Invoice without a number: Installment 1 due",
      cents: null,
    },
  ]);
});

test("cancelled invoices, invoices without a date and a missing target are left out", () => {
  const events = projectTimeline({ ...project, target_completion_date: null }, [
    { ...invoice, status: "cancelled" },
    { ...invoice, due_date: null },
  ]);
  expect(events.map(({ kind }) => kind)).toEqual(["start"]);
});

test("each status of the project, on its day where the reader is, and by whom", () => {
  const statuses = [
    { from_status: null, to_status: "open", changed_at: "2026-01-10T12:00:00Z" },
    {
      from_status: "open",
      to_status: "in_progress",
      changed_at: "2026-02-02T03:00:00Z",
      by: "ada@firm.example",
    },
    { from_status: "in_progress", to_status: "archived", changed_at: "2026-02-02T04:00:00Z" },
  ];
  const events = projectTimeline(project, [], { statuses, timeZone: "America/Los_Angeles" });
  expect(events.filter(({ kind }) => kind === "status")).toEqual([
    { date: "2026-01-10", kind: "status", title: "Created: Open", cents: null },
    { date: "2026-02-01", kind: "status", title: "Open → In Progress", cents: null, by: "ada@firm.example" },
    { date: "2026-02-01", kind: "status", title: "In Progress → Archived", cents: null },
  ]);
});
