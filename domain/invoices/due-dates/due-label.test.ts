import { describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { dueLabel, formatDueDate, nextDueLabel } from "./due-label.ts";
import type { InvoiceDueDates } from "./overdue.ts";

const TODAY = calendarDate("2026-03-01");
/** In the afternoon, when the date is the same in the time zones of the firm and the invoice. */
const at = (day: string) => new Date(`${day}T19:00:00Z`);
const NOW = at("2026-03-01");

const buildInvoice = (
  status: InvoiceDueDates["status"],
  due: string | null,
  {
    next = null,
    square = "UNPAID",
    timeZone = "America/Los_Angeles",
  }: { next?: string | null; square?: string | null; timeZone?: string | null } = {},
) => ({
  status,
  square_status: square,
  time_zone: timeZone,
  due_date: due === null ? null : calendarDate(due),
  next_payment_due_date: next === null ? null : calendarDate(next),
});

describe("an invoice with one payment", () => {
  test.each([
    ["pending", "2026-03-31", "in 30 days", "neutral"],
    ["pending", "2026-03-02", "in 1 day", "neutral"],
    ["pending", "2026-03-01", "due today", "warning"],
    ["pending", "2026-02-28", "1 day ago", "neutral"],
    ["overdue", "2026-02-28", "1 day late", "negative"],
    ["overdue", "2026-01-30", "30 days late", "negative"],
    ["overdue", "2026-01-29", "31 days late", "negative"],
  ] as const)("is %s, due %s, on March 1: %s", (status, due, label, tone) => {
    expect(dueLabel(buildInvoice(status, due), NOW)).toEqual({ label, tone });
    expect(dueLabel(buildInvoice(status, due, { next: due }), NOW)).toEqual({ label, tone });
  });
});

describe("an invoice whose last payment is due in June", () => {
  test.each([
    ["pending", "2026-03-02", "payment in 1 day", "neutral"],
    ["pending", "2026-03-01", "payment due today", "warning"],
    ["overdue", "2026-02-28", "payment 1 day late", "negative"],
    ["overdue", "2026-01-29", "payment 31 days late", "negative"],
  ] as const)("is %s, next payment due %s: %s", (status, next, label, tone) => {
    expect(dueLabel(buildInvoice(status, "2026-06-30", { next }), NOW)).toEqual({ label, tone });
  });
});

test("is one day late when it is already overdue in its time zone", () => {
  expect(dueLabel(buildInvoice("overdue", "2026-03-01"), NOW)?.label).toBe("1 day late");
});

test("counts the days since its due date when a payment is processing", () => {
  const invoice = buildInvoice("pending", "2026-02-27", { square: "PAYMENT_PENDING" });
  expect(dueLabel(invoice, NOW)).toEqual({ label: "2 days ago", tone: "neutral" });
});

describe("a pending invoice due on March 1", () => {
  // The firm is in New York.
  test.each([
    ["America/Los_Angeles", "2026-03-01T07:59:59Z", "in 1 day"],
    ["America/Los_Angeles", "2026-03-01T08:00:00Z", "due today"],
    ["America/Los_Angeles", "2026-03-02T05:00:00Z", "due today"],
    ["America/Los_Angeles", "2026-03-02T07:59:59Z", "due today"],
    ["America/Los_Angeles", "2026-03-02T08:00:00Z", "1 day ago"],
    ["Asia/Tokyo", "2026-02-28T14:59:59Z", "in 1 day"],
    ["Asia/Tokyo", "2026-02-28T15:00:00Z", "due today"],
    ["Asia/Tokyo", "2026-03-01T15:00:00Z", "1 day ago"],
    [null, "2026-03-01T04:59:59Z", "in 1 day"],
    [null, "2026-03-01T05:00:00Z", "due today"],
    ["", "2026-03-02T04:59:59Z", "due today"],
    ["", "2026-03-02T05:00:00Z", "1 day ago"],
  ])("with the time zone %s is, at %s, %s", (timeZone, now, label) => {
    const invoice = buildInvoice("pending", "2026-03-01", { timeZone });
    expect(dueLabel(invoice, new Date(now))?.label).toBe(label);
  });
});

test("days late are counted in the firm's time zone", () => {
  const invoice = buildInvoice("overdue", "2026-02-27", { timeZone: "Asia/Tokyo" });
  expect(dueLabel(invoice, new Date("2026-03-02T04:59:59Z"))?.label).toBe("2 days late");
  expect(dueLabel(invoice, new Date("2026-03-02T05:00:00Z"))?.label).toBe("3 days late");
});

test.each([
  ["paid", buildInvoice("paid", "2026-01-01")],
  ["cancelled", buildInvoice("cancelled", "2026-01-01")],
  ["without a due date", buildInvoice("overdue", null)],
  ["scheduled for later", buildInvoice("pending", "2026-06-30", { square: "SCHEDULED" })],
])("has no label when it is %s", (_reason, invoice) => {
  expect(dueLabel(invoice, NOW)).toBeNull();
});

test("has a label when it is not from Square", () => {
  expect(dueLabel(buildInvoice("pending", "2026-03-02", { square: null }), NOW)?.label).toBe("in 1 day");
});

test("counts calendar days across leap days and daylight saving changes", () => {
  const label = (status: "pending" | "overdue", due: string, today: string) =>
    dueLabel(buildInvoice(status, due), at(today))?.label;
  expect(label("pending", "2024-03-01", "2024-02-28")).toBe("in 2 days");
  expect(label("overdue", "2025-03-08", "2025-03-10")).toBe("2 days late");
  expect(label("overdue", "2025-12-31", "2026-01-01")).toBe("1 day late");
});

test("next to the next due date, the label does not mention the payment", () => {
  const invoice = buildInvoice("overdue", "2026-06-30", { next: "2026-02-28" });
  expect(nextDueLabel(invoice, NOW)).toEqual({ label: "1 day late", tone: "negative" });
  expect(nextDueLabel(buildInvoice("paid", "2026-01-01"), NOW)).toBeNull();
});

test.each([
  ["2026-02-28", "due Feb 28, 2026"],
  ["2026-03-01", "due today"],
  ["2026-03-02", "due tomorrow"],
  ["2026-03-03", "due Mar 3, 2026"],
  [null, "due later"],
])("on March 1, a payment with the due date %s is %s", (date, text) => {
  expect(formatDueDate(date === null ? null : calendarDate(date), TODAY)).toBe(text);
});
