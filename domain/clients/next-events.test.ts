import { describe, expect, test } from "vitest";
import { calendarDate, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import type { InvoiceStatus } from "#domain/invoices/invoice.ts";
import { dollars } from "#domain/money/money.ts";
import type { ProjectStatus } from "#domain/projects/project.ts";
import { findNextMilestone, findNextPayment } from "./next-events.ts";

const TODAY = calendarDate("2026-03-10");

function buildInvoice(id: string, status: InvoiceStatus, due: string, more: object = {}) {
  return {
    id,
    status,
    square_status: null,
    amount: dollars(100),
    total_paid_amount: dollars(0),
    next_payment_amount: null,
    next_payment_due_date: null,
    due_date: calendarDate(due),
    is_processing: false,
    ...more,
  };
}

describe("the next payment", () => {
  test("is the overdue payment, or otherwise the one due soonest", () => {
    const soon = buildInvoice("soon", "pending", "2026-03-11");
    const late = buildInvoice("late", "overdue", "2026-03-01");
    expect(findNextPayment([soon, late])).toEqual({ invoice: late, cents: 10_000, dueDate: "2026-03-01" });
    expect(findNextPayment([buildInvoice("later", "pending", "2026-04-01"), soon])?.invoice.id).toBe("soon");
  });
  test("is the next installment of an invoice, not its whole amount", () => {
    const invoice = buildInvoice("installments", "pending", "2026-06-30", {
      next_payment_amount: dollars(25),
      next_payment_due_date: calendarDate("2026-03-15"),
    });
    expect(findNextPayment([invoice])).toEqual({ invoice, cents: 2_500, dueDate: "2026-03-15" });
  });
  test("excludes invoices that are paid, scheduled or processing", () => {
    expect(
      findNextPayment([
        buildInvoice("paid", "paid", "2026-03-11"),
        buildInvoice("scheduled", "pending", "2026-03-11", { square_status: "SCHEDULED" }),
        buildInvoice("processing", "pending", "2026-03-11", { is_processing: true }),
      ]),
    ).toBeNull();
  });
});

describe("the next milestone", () => {
  const build = (status: ProjectStatus, target: string | null) => ({
    status,
    target_completion_date: parseCalendarDate(target),
  });
  test("is the earliest target date of a running project, from today on", () => {
    const dueToday = build("in_progress", "2026-03-10");
    expect(findNextMilestone([build("open", "2026-03-11"), dueToday], TODAY)).toBe(dueToday);
    expect(findNextMilestone([build("in_progress", "2026-03-09")], TODAY)).toBeNull();
  });
  test("excludes projects without a date and projects that are not running", () => {
    const statuses = ["on_hold", "completed", "frozen", "cancelled"] as const;
    const stopped = statuses.map((status) => build(status, "2026-03-11"));
    expect(findNextMilestone([...stopped, build("in_progress", null)], TODAY)).toBeNull();
  });
});
