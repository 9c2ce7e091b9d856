import { describe, expect, test } from "vitest";
import { type CalendarDate, calendarDate, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import type { ScheduleEntry } from "#domain/invoices/due-dates/payment-schedule.ts";
import { cents } from "#domain/money/money.ts";
import { CASES_NOW, CASES_TODAY, INVOICE_CASES } from "../test-support/invoice-cases.ts";
import { dueLabel } from "./due-label.ts";
import {
  daysEntryOverdue,
  daysOverdue,
  firstUnpaidDueDate,
  hasOverduePayment,
  type InvoiceDueDates,
  isEntryOverdue,
  nextDueDate,
  overdueDate,
  sortByUrgency,
  visibleDueDate,
} from "./overdue.ts";

const TODAY = calendarDate("2026-03-10");
const YESTERDAY = calendarDate("2026-03-09");
const TOMORROW = calendarDate("2026-03-11");

const buildEntry = (dueDate: string | null, completed = 0, computed: number | null = 100): ScheduleEntry => ({
  kind: "balance",
  percentage: null,
  dueDate: parseCalendarDate(dueDate),
  computedCents: computed === null ? null : cents(computed),
  completedCents: cents(completed),
});

describe("the first unpaid due date", () => {
  test.each<[string, ScheduleEntry[], string | null]>([
    ["an empty schedule", [], null],
    ["one entry", [buildEntry("2026-03-10")], "2026-03-10"],
    [
      "unsorted entries",
      [buildEntry("2026-05-01"), buildEntry("2026-03-10"), buildEntry("2026-04-01")],
      "2026-03-10",
    ],
    ["entries across a year", [buildEntry("2027-01-01"), buildEntry("2026-12-31")], "2026-12-31"],
    ["a paid deposit", [buildEntry("2026-03-10", 100), buildEntry("2026-04-01")], "2026-04-01"],
    ["an overpaid deposit", [buildEntry("2026-03-10", 101), buildEntry("2026-04-01")], "2026-04-01"],
    [
      "a deposit that is one cent short",
      [buildEntry("2026-03-10", 99), buildEntry("2026-04-01")],
      "2026-03-10",
    ],
    ["an entry of zero", [buildEntry("2026-03-10", 0, 0), buildEntry("2026-04-01")], "2026-04-01"],
    [
      "an entry without an amount",
      [buildEntry("2026-03-10", 100, null), buildEntry("2026-04-01")],
      "2026-03-10",
    ],
    ["an entry without a date", [buildEntry(null), buildEntry("2026-04-01")], "2026-04-01"],
    ["a last entry without a date", [buildEntry("2026-04-01"), buildEntry(null)], "2026-04-01"],
    ["entries without dates", [buildEntry(null), buildEntry(null)], null],
    ["only paid entries", [buildEntry("2026-03-10", 100), buildEntry("2026-04-01", 100)], null],
  ])("is correct for %s", (_schedule, schedule, expected) => {
    expect(firstUnpaidDueDate(schedule)).toBe(expected);
  });
});

describe("an overdue payment", () => {
  test.each<[CalendarDate, boolean]>([
    [YESTERDAY, true],
    [TODAY, false],
    [TOMORROW, false],
  ])("is detected when it is due on %s (expected: %s)", (due, expected) => {
    expect(hasOverduePayment([buildEntry(due)], TODAY)).toBe(expected);
  });

  test.each<[string, ScheduleEntry[], boolean]>([
    ["a late deposit and a later balance", [buildEntry(YESTERDAY), buildEntry("2026-06-30")], true],
    ["a paid deposit and a later balance", [buildEntry(YESTERDAY, 100), buildEntry("2026-06-30")], false],
    ["a partially paid deposit", [buildEntry(YESTERDAY, 99), buildEntry("2026-06-30")], true],
    ["no due date", [buildEntry(null)], false],
    ["no entries", [], false],
  ])("is detected in a schedule with %s", (_schedule, schedule, expected) => {
    expect(hasOverduePayment(schedule, TODAY)).toBe(expected);
  });
});

test("the next due date is that of the next payment, or else of the last payment", () => {
  expect(nextDueDate({ next_payment_due_date: YESTERDAY, due_date: TOMORROW })).toBe(YESTERDAY);
  expect(nextDueDate({ next_payment_due_date: null, due_date: TOMORROW })).toBe(TOMORROW);
  expect(nextDueDate({ next_payment_due_date: null, due_date: null })).toBeNull();
});

test("the visible due date is that of the next payment, or of the last payment if nothing is left to pay", () => {
  const dates = { square_status: null, next_payment_due_date: YESTERDAY, due_date: TOMORROW };
  expect(visibleDueDate({ ...dates, status: "overdue" })).toBe(YESTERDAY);
  expect(visibleDueDate({ ...dates, status: "paid" })).toBe(TOMORROW);
  expect(visibleDueDate({ ...dates, status: "pending", square_status: "SCHEDULED" })).toBe(TOMORROW);
});

describe("days overdue", () => {
  const buildOverdueInvoice = (due: CalendarDate): InvoiceDueDates => ({
    status: "overdue",
    due_date: due,
    next_payment_due_date: null,
  });

  test.each([
    ["2024-02-28", "2024-03-01", 2],
    ["2026-02-28", "2026-03-01", 1],
    ["2025-12-31", "2026-01-01", 1],
    ["2026-03-28", "2026-03-30", 2],
    ["2026-10-24", "2026-10-26", 2],
  ])("from %s to %s are %d", (due, today, expected) => {
    expect(daysOverdue(buildOverdueInvoice(calendarDate(due)), calendarDate(today))).toBe(expected);
  });

  test("are at least one", () => {
    expect([YESTERDAY, TODAY, TOMORROW].map((due) => daysOverdue(buildOverdueInvoice(due), TODAY))).toEqual([
      1, 1, 1,
    ]);
  });

  test.each(["paid", "pending", "cancelled"] as const)("are zero for a %s invoice", (status) => {
    expect(daysOverdue({ ...buildOverdueInvoice(YESTERDAY), status }, TODAY)).toBe(0);
    expect(overdueDate({ ...buildOverdueInvoice(YESTERDAY), status })).toBeNull();
  });
});

describe("an invoice that", () => {
  test.each(INVOICE_CASES)("$name has one overdue date", ({ invoice, ...expected }) => {
    expect(overdueDate(invoice)).toBe(expected.overdueDate);
    expect(daysOverdue(invoice, CASES_TODAY)).toBe(expected.daysOverdue);
  });

  test.each(
    INVOICE_CASES.filter(({ owedCents }) => owedCents > 0),
  )("$name has a late label if and only if it is overdue", ({ invoice, ...expected }) => {
    const label = dueLabel({ ...invoice, time_zone: null }, CASES_NOW)?.label ?? "";
    expect(label.endsWith(" late")).toBe(expected.daysOverdue > 0);
    expect(new RegExp(`\\b${expected.daysOverdue} days? late$`).test(label)).toBe(expected.daysOverdue > 0);
  });
});

describe("an entry of a schedule", () => {
  const buildOverdue = (
    next: CalendarDate,
    status: InvoiceDueDates["status"] = "overdue",
  ): InvoiceDueDates => ({
    status,
    due_date: calendarDate("2026-06-30"),
    next_payment_due_date: next,
  });

  test("is overdue after its due date", () => {
    const invoice = buildOverdue(YESTERDAY);
    expect(isEntryOverdue(buildEntry("2026-03-09"), invoice, TODAY)).toBe(true);
    expect(isEntryOverdue(buildEntry("2026-03-09", 99), invoice, TODAY)).toBe(true);
    expect(isEntryOverdue(buildEntry("2026-03-10"), invoice, TODAY)).toBe(false);
  });
  test("is overdue on the reader's due date if it makes the invoice overdue", () => {
    expect(isEntryOverdue(buildEntry("2026-03-10"), buildOverdue(TODAY), TODAY)).toBe(true);
    expect(isEntryOverdue(buildEntry("2026-03-11"), buildOverdue(TODAY), TODAY)).toBe(false);
  });
  test.each([
    ["2026-03-08", 2],
    ["2026-03-09", 1],
    ["2026-03-10", 0],
    [null, 0],
  ])("with the due date %s is %i days late on March 10", (date, days) => {
    expect(daysEntryOverdue(buildEntry(date), buildOverdue(YESTERDAY), TODAY)).toBe(days);
  });
  test("is at least 1 day late if it makes the invoice overdue", () => {
    expect(daysEntryOverdue(buildEntry("2026-03-10"), buildOverdue(TODAY), TODAY)).toBe(1);
  });
  test("is not overdue when it is paid, has no date, or its invoice is not overdue", () => {
    expect(isEntryOverdue(buildEntry("2026-03-09", 100), buildOverdue(YESTERDAY), TODAY)).toBe(false);
    expect(isEntryOverdue(buildEntry(null), buildOverdue(YESTERDAY), TODAY)).toBe(false);
    expect(isEntryOverdue(buildEntry("2026-03-09"), buildOverdue(YESTERDAY, "pending"), TODAY)).toBe(false);
  });
});

test("invoices are sorted by urgency: overdue, then due soonest, then the latest of the others", () => {
  const build = (
    id: string,
    status: InvoiceDueDates["status"],
    due: string | null,
    next: string | null = null,
  ) => ({
    id,
    status,
    square_status: id.startsWith("scheduled") ? "SCHEDULED" : null,
    due_date: parseCalendarDate(due),
    next_payment_due_date: parseCalendarDate(next),
  });
  const invoices = [
    build("paid-old", "paid", "2025-01-01"),
    build("paid-new", "paid", "2026-01-01"),
    build("open-undated", "pending", null),
    build("open-later", "pending", "2026-04-01"),
    build("open-deposit", "pending", "2026-08-01", "2026-03-12"),
    build("scheduled", "pending", "2026-03-11"),
    build("late", "overdue", "2026-03-01"),
    build("late-deposit", "overdue", "2027-01-01", "2026-02-01"),
  ];
  expect(sortByUrgency(invoices).map(({ id }) => id)).toEqual([
    "late-deposit",
    "late",
    "open-deposit",
    "open-later",
    "open-undated",
    "scheduled",
    "paid-new",
    "paid-old",
  ]);
});
