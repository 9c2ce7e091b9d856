import { describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import {
  describeParts,
  entryAmountLeft,
  hasSchedulePanel,
  nextPayment,
  nextPaymentParts,
  parseSchedule,
  scheduleEntryStatus,
  scheduleEntryTitles,
  scheduleProgress,
} from "#domain/invoices/due-dates/payment-schedule.ts";
import { cents, dollars } from "#domain/money/money.ts";

const buildStoredEntry = (request_type: string, computed: number, completed: number, more: object = {}) => ({
  request_type,
  due_date: "2025-11-01",
  computed_amount_money: { amount: computed, currency: "USD" },
  total_completed_amount_money: { amount: completed, currency: "USD" },
  ...more,
});
const getStatus = (computed: number, completed: number) =>
  parseSchedule([buildStoredEntry("BALANCE", computed, completed)]).map(scheduleEntryStatus);

describe("scheduleEntryStatus", () => {
  test("is paid when the completed amount reaches the computed amount", () => {
    expect(getStatus(10_000, 10_000)).toEqual(["paid"]);
    expect(getStatus(10_000, 10_001)).toEqual(["paid"]);
  });
  test("is partial when the completed amount is above zero but lower", () => {
    expect(getStatus(10_000, 1)).toEqual(["partial"]);
    expect(getStatus(10_000, 9_999)).toEqual(["partial"]);
  });
  test("is pending when nothing is paid", () => {
    expect(getStatus(10_000, 0)).toEqual(["pending"]);
  });
  test("is pending until the amount is computed", () => {
    expect(parseSchedule([{ request_type: "BALANCE" }]).map(scheduleEntryStatus)).toEqual(["pending"]);
  });
});

test("numbers installments without counting the deposit", () => {
  const schedule = parseSchedule([
    buildStoredEntry("DEPOSIT", 1, 0, { percentage_requested: "25.0" }),
    buildStoredEntry("INSTALLMENT", 1, 0, { percentage_requested: "50" }),
    buildStoredEntry("SOMETHING_NEW", 1, 0),
    buildStoredEntry("BALANCE", 1, 0),
  ]);
  expect(scheduleEntryTitles(schedule)).toEqual([
    "Deposit (25%)",
    "Installment 1",
    "Installment 2",
    "Balance",
  ]);
});

test("omits the percentage of a fixed deposit and keeps decimals of others", () => {
  const schedule = parseSchedule([
    buildStoredEntry("DEPOSIT", 1, 0),
    buildStoredEntry("DEPOSIT", 1, 0, { percentage_requested: "33.33" }),
  ]);
  expect(scheduleEntryTitles(schedule)).toEqual(["Deposit", "Deposit (33.33%)"]);
});

test("measures progress over the whole schedule, without counting the excess of an overpaid entry", () => {
  const schedule = parseSchedule([
    buildStoredEntry("DEPOSIT", 2_500, 9_000),
    buildStoredEntry("BALANCE", 7_500, 0),
  ]);
  expect(scheduleProgress(schedule)).toEqual({ completedCents: 2_500, totalCents: 10_000, percent: 25 });
  expect(scheduleProgress([])).toEqual({ completedCents: 0, totalCents: 0, percent: 0 });
});

test("skips invalid stored entries", () => {
  expect(parseSchedule(null)).toEqual([]);
  expect(parseSchedule({ 0: buildStoredEntry("DEPOSIT", 1, 1) })).toEqual([]);
  expect(parseSchedule([null, 3, "x", []])).toEqual([]);
  expect(
    parseSchedule([{ request_type: 7, due_date: 9, computed_amount_money: { amount: "12.5" } }]),
  ).toEqual([
    { kind: "installment", percentage: null, dueDate: null, computedCents: null, completedCents: 0 },
  ]);
});

test("shows a panel only for schedules with multiple entries", () => {
  const singleEntrySchedule = parseSchedule([buildStoredEntry("BALANCE", 1, 0)]);
  expect(hasSchedulePanel(singleEntrySchedule)).toBe(false);
  expect(hasSchedulePanel([...singleEntrySchedule, ...singleEntrySchedule])).toBe(true);
});

test("converts the next payment from dollars to cents", () => {
  expect(
    nextPayment({ next_payment_amount: dollars(75.5), next_payment_due_date: calendarDate("2025-11-01") }),
  ).toEqual({
    cents: 7550,
    dueDate: "2025-11-01",
  });
  expect(nextPayment({ next_payment_amount: null, next_payment_due_date: null })).toBeNull();
  expect(
    nextPayment({ next_payment_amount: dollars(0), next_payment_due_date: calendarDate("2025-11-01") }),
  ).toBeNull();
});

describe("a stored amount", () => {
  const parseAmount = (amount: unknown) =>
    parseSchedule([{ computed_amount_money: { amount, currency: "USD" } }])[0]?.computedCents;

  test.each([
    [0, 0],
    [1, 1],
    [-1, -1],
    ["250", 250],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ])("%j is parsed as %d cents", (stored, expected) => {
    expect(parseAmount(stored)).toBe(expected);
  });

  test.each([
    12.5,
    "12.5",
    "",
    " ",
    "0x10",
    "many",
    2 ** 53,
    true,
    [5],
    null,
    undefined,
    {},
  ])("%j is treated as unknown", (stored) => {
    expect(parseAmount(stored)).toBeNull();
  });

  test("is treated as zero when the completed amount is missing", () => {
    expect(parseSchedule([{ request_type: "BALANCE" }])[0]?.completedCents).toBe(0);
  });
});

test.each([
  ["2026-02-28", "2026-02-28"],
  ["2024-02-29", "2024-02-29"],
  ["2026-02-29", null],
  ["2026-02-28T00:00:00Z", null],
  ["", null],
  [20_260_228, null],
])("reads the due date %j as %j", (due_date, expected) => {
  expect(parseSchedule([{ due_date }])[0]?.dueDate).toBe(expected);
});

test.each([
  ["25.0", "25"],
  [33.33, "33.33"],
  ["0", null],
  ["-5", null],
  ["half", null],
  [null, null],
])("reads the percentage %j as %j", (percentage_requested, expected) => {
  expect(parseSchedule([{ percentage_requested }])[0]?.percentage).toBe(expected);
});

test("ignores entries without an amount in the progress", () => {
  const schedule = parseSchedule([buildStoredEntry("DEPOSIT", 3, 1), { request_type: "BALANCE" }]);
  expect(scheduleProgress(schedule)).toEqual({ completedCents: 1, totalCents: 3, percent: 33 });
});

test("treats an entry of zero as paid", () => {
  expect(getStatus(0, 0)).toEqual(["paid"]);
});

test("returns what is left of an entry, never less than zero", () => {
  const leftOf = (computed: number, completed: number) =>
    parseSchedule([buildStoredEntry("BALANCE", computed, completed)]).map(entryAmountLeft);
  expect(leftOf(10_000, 4_000)).toEqual([6_000]);
  expect(leftOf(10_000, 10_001)).toEqual([0]);
  expect(parseSchedule([{ request_type: "BALANCE" }]).map(entryAmountLeft)).toEqual([null]);
});

describe("nextPaymentParts", () => {
  const schedule = parseSchedule([
    buildStoredEntry("DEPOSIT", 5_000, 5_000, { due_date: "2025-10-01" }),
    buildStoredEntry("INSTALLMENT", 3_000, 1_000, { due_date: "2025-12-01" }),
    buildStoredEntry("INSTALLMENT", 4_000, 0, { due_date: "2025-11-01" }),
    buildStoredEntry("INSTALLMENT", 4_000, 0, { due_date: "2026-01-01" }),
  ]);
  const titlesFor = (amount: number) => nextPaymentParts(schedule, cents(amount)).map(({ title }) => title);

  test("lists the unpaid entries that add up to the next payment, earliest first", () => {
    expect(nextPaymentParts(schedule, cents(6_000))).toEqual([
      { title: "Installment 2", dueDate: "2025-11-01", cents: 4_000 },
      { title: "Installment 1", dueDate: "2025-12-01", cents: 2_000 },
    ]);
    expect(titlesFor(4_000)).toEqual(["Installment 2"]);
    expect(titlesFor(10_000)).toEqual(["Installment 2", "Installment 1", "Installment 3"]);
  });
  test("is empty when the entries do not add up", () => {
    expect(titlesFor(5_999)).toEqual([]);
    expect(titlesFor(10_001)).toEqual([]);
    expect(nextPaymentParts([], cents(100))).toEqual([]);
  });
});

test.each([
  [["Deposit (25%)"], "Deposit (25%)"],
  [["Installment 2"], "Installment 2"],
  [["Installment 2", "Installment 3"], "Installments 2 and 3"],
  [["Installment 1", "Installment 2", "Installment 3"], "Installments 1, 2, and 3"],
  [["Deposit", "Balance"], "Deposit and Balance"],
  [[], ""],
])("names the payments %j in one line", (titles, expected) => {
  expect(describeParts(titles.map((title) => ({ title })))).toBe(expected);
});
