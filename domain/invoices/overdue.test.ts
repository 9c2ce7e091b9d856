import { describe, expect, test } from "vitest";
import { addDays, type CalendarDate, calendarDate, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import type { ScheduleEntry } from "#domain/invoices/payment-schedule.ts";
import { cents } from "#domain/money/money.ts";
import { dueLabel } from "./due-label.ts";
import { AGING_BUCKETS, agingBucketIndex, agingRange } from "./invoice-aging.ts";
import {
  daysOverdue,
  firstUnpaidDueDate,
  hasOverduePayment,
  type InvoiceDueDates,
  nextDueDate,
  overdueDate,
} from "./overdue.ts";
import { CASES_TODAY, INVOICE_CASES } from "./test-support/invoice-cases.ts";

const TODAY = calendarDate("2026-03-10");
const YESTERDAY = calendarDate("2026-03-09");
const TOMORROW = calendarDate("2026-03-11");

const entry = (dueDate: string | null, completed = 0, computed: number | null = 100): ScheduleEntry => ({
  kind: "balance",
  percentage: null,
  dueDate: parseCalendarDate(dueDate),
  computedCents: computed === null ? null : cents(computed),
  completedCents: cents(completed),
});

describe("the first unpaid due date", () => {
  test.each<[string, ScheduleEntry[], string | null]>([
    ["an empty schedule", [], null],
    ["one entry", [entry("2026-03-10")], "2026-03-10"],
    ["unsorted entries", [entry("2026-05-01"), entry("2026-03-10"), entry("2026-04-01")], "2026-03-10"],
    ["entries across a year", [entry("2027-01-01"), entry("2026-12-31")], "2026-12-31"],
    ["a paid deposit", [entry("2026-03-10", 100), entry("2026-04-01")], "2026-04-01"],
    ["an overpaid deposit", [entry("2026-03-10", 101), entry("2026-04-01")], "2026-04-01"],
    ["a deposit that lacks one cent", [entry("2026-03-10", 99), entry("2026-04-01")], "2026-03-10"],
    ["an entry of zero", [entry("2026-03-10", 0, 0), entry("2026-04-01")], "2026-04-01"],
    ["an entry without an amount", [entry("2026-03-10", 100, null), entry("2026-04-01")], "2026-03-10"],
    ["an entry without a date", [entry(null), entry("2026-04-01")], "2026-04-01"],
    ["a last entry without a date", [entry("2026-04-01"), entry(null)], "2026-04-01"],
    ["entries without dates", [entry(null), entry(null)], null],
    ["only paid entries", [entry("2026-03-10", 100), entry("2026-04-01", 100)], null],
  ])("of %s", (_schedule, schedule, expected) => {
    expect(firstUnpaidDueDate(schedule)).toBe(expected);
  });
});

describe("a payment is overdue", () => {
  test.each<[CalendarDate, boolean]>([
    [YESTERDAY, true],
    [TODAY, false],
    [TOMORROW, false],
  ])("when it was due before today: %s", (due, expected) => {
    expect(hasOverduePayment([entry(due)], TODAY)).toBe(expected);
  });

  test.each<[string, ScheduleEntry[], boolean]>([
    ["late deposit, later balance", [entry(YESTERDAY), entry("2026-06-30")], true],
    ["paid deposit, later balance", [entry(YESTERDAY, 100), entry("2026-06-30")], false],
    ["partly paid deposit", [entry(YESTERDAY, 99), entry("2026-06-30")], true],
    ["no due date", [entry(null)], false],
    ["no entries", [], false],
  ])("%s: %s", (_schedule, schedule, expected) => {
    expect(hasOverduePayment(schedule, TODAY)).toBe(expected);
  });
});

test("the next payment is the first unpaid one, else the last one", () => {
  expect(nextDueDate({ next_payment_due_date: YESTERDAY, due_date: TOMORROW })).toBe(YESTERDAY);
  expect(nextDueDate({ next_payment_due_date: null, due_date: TOMORROW })).toBe(TOMORROW);
  expect(nextDueDate({ next_payment_due_date: null, due_date: null })).toBeNull();
});

describe("days overdue", () => {
  const overdue = (due: CalendarDate): InvoiceDueDates => ({
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
  ])("from %s to %s are %d, across leap days, years and clock changes", (due, today, expected) => {
    expect(daysOverdue(overdue(calendarDate(due)), calendarDate(today))).toBe(expected);
  });

  test("are at least one", () => {
    expect([YESTERDAY, TODAY, TOMORROW].map((due) => daysOverdue(overdue(due), TODAY))).toEqual([1, 1, 1]);
  });

  test.each(["paid", "pending", "cancelled"] as const)("are zero for a %s invoice", (status) => {
    expect(daysOverdue({ ...overdue(YESTERDAY), status }, TODAY)).toBe(0);
    expect(overdueDate({ ...overdue(YESTERDAY), status })).toBeNull();
  });
});

describe("an invoice that", () => {
  test.each(INVOICE_CASES)("$name has one overdue date", ({ invoice, ...expected }) => {
    expect(overdueDate(invoice)).toBe(expected.overdueDate);
    expect(daysOverdue(invoice, CASES_TODAY)).toBe(expected.daysOverdue);
  });

  test.each(INVOICE_CASES.filter(({ bucket }) => bucket !== null))("$name is in one bucket", (each) => {
    expect(AGING_BUCKETS[agingBucketIndex(daysOverdue(each.invoice, CASES_TODAY))]?.key).toBe(each.bucket);
    const since = overdueDate(each.invoice);
    const matching = AGING_BUCKETS.filter(({ key }) => {
      const range = agingRange(key, CASES_TODAY);
      return (
        range?.isOverdue === (since !== null) &&
        (!(range.first && since) || since >= range.first) &&
        (!(range.last && since) || since <= range.last)
      );
    });
    expect(matching.map(({ key }) => key)).toEqual([each.bucket]);
  });

  test.each(
    INVOICE_CASES.filter(({ owedCents }) => owedCents > 0),
  )("$name has a late label if and only if it is overdue", ({ invoice, ...expected }) => {
    const label = dueLabel(invoice, CASES_TODAY)?.label ?? "";
    expect(label.endsWith(" late")).toBe(expected.daysOverdue > 0);
    expect(label.includes(`${expected.daysOverdue} day`)).toBe(expected.daysOverdue > 0);
  });
});

test("every overdue date is in exactly one bucket", () => {
  for (let days = 1; days <= 120; days += 1) {
    const since = addDays(TODAY, -days);
    const matching = AGING_BUCKETS.filter(({ key }) => {
      const range = agingRange(key, TODAY);
      return (
        range?.isOverdue && (!range.first || since >= range.first) && (!range.last || since <= range.last)
      );
    });
    expect(matching.map(({ key }) => key)).toEqual([AGING_BUCKETS[agingBucketIndex(days)]?.key]);
  }
});
