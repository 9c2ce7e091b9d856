import { expect, test } from "vitest";
import { dueWords } from "./invoice-age.ts";

test.each([
  ["2026-03-02", "in 1 day", "neutral"],
  ["2026-03-01", "due today", "warning"],
  ["2026-02-28", "1 day late", "warning"],
  ["2026-01-30", "30 days late", "warning"],
  ["2026-01-29", "31 days late", "negative"],
])("due %s, on March 1: %s", (due_date, label, tone) => {
  expect(dueWords({ status: "pending", due_date }, "2026-03-01")).toEqual({ label, tone });
});

test("an overdue invoice whose last date is ahead has an earlier payment that is late", () => {
  const late = { label: "a payment is late", tone: "warning" };
  expect(dueWords({ status: "overdue", due_date: "2026-03-02" }, "2026-03-01")).toEqual(late);
  expect(dueWords({ status: "overdue", due_date: "2026-03-01" }, "2026-03-01")?.label).toBe("due today");
});

test("what is paid, cancelled or without a date has no age", () => {
  for (const status of ["paid", "cancelled"])
    expect(dueWords({ status, due_date: "2026-01-01" }, "2026-03-01")).toBeNull();
  expect(dueWords({ status: "overdue", due_date: null }, "2026-03-01")).toBeNull();
});
