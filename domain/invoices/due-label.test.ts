import { expect, test } from "vitest";
import { dueLabel } from "./due-label.ts";

test.each([
  ["2026-03-02", "in 1 day", "neutral"],
  ["2026-03-01", "due today", "warning"],
  ["2026-02-28", "1 day late", "warning"],
  ["2026-01-30", "30 days late", "warning"],
  ["2026-01-29", "31 days late", "negative"],
])("due %s, on March 1: %s", (due_date, label, tone) => {
  expect(dueLabel({ status: "pending", due_date }, "2026-03-01")).toEqual({ label, tone });
});

test("reports a late installment when an overdue invoice's last due date is in the future", () => {
  const late = { label: "payment overdue", tone: "warning" };
  expect(dueLabel({ status: "overdue", due_date: "2026-03-02" }, "2026-03-01")).toEqual(late);
  expect(dueLabel({ status: "overdue", due_date: "2026-03-01" }, "2026-03-01")?.label).toBe("due today");
});

test("returns null for paid and cancelled invoices and for those without a due date", () => {
  for (const status of ["paid", "cancelled"] as const) {
    expect(dueLabel({ status, due_date: "2026-01-01" }, "2026-03-01")).toBeNull();
  }
  expect(dueLabel({ status: "overdue", due_date: null }, "2026-03-01")).toBeNull();
});
