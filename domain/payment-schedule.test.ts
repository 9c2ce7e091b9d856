import { describe, expect, test } from "vitest";
import {
  hasSchedulePanel,
  nextPayment,
  parseSchedule,
  scheduleEntryState,
  scheduleEntryTitles,
  scheduleProgress,
} from "#domain/payment-schedule.ts";

const wire = (request_type: string, computed: number, completed: number, more: object = {}) => ({
  request_type,
  due_date: "2025-11-01",
  computed_amount_money: { amount: computed, currency: "USD" },
  total_completed_amount_money: { amount: completed, currency: "USD" },
  ...more,
});
const stateOf = (computed: number, completed: number) =>
  parseSchedule([wire("BALANCE", computed, completed)]).map(scheduleEntryState);

describe("the state of an entry", () => {
  test("paid when the completed amount reaches the computed amount", () => {
    expect(stateOf(10_000, 10_000)).toEqual(["paid"]);
    expect(stateOf(10_000, 10_001)).toEqual(["paid"]);
  });
  test("partial when above zero but less", () => {
    expect(stateOf(10_000, 1)).toEqual(["partial"]);
    expect(stateOf(10_000, 9_999)).toEqual(["partial"]);
  });
  test("pending when nothing is paid", () => {
    expect(stateOf(10_000, 0)).toEqual(["pending"]);
  });
  test("pending while the amount is not computed", () => {
    expect(parseSchedule([{ request_type: "BALANCE" }]).map(scheduleEntryState)).toEqual(["pending"]);
  });
});

test("installments count among themselves, not the deposit", () => {
  const schedule = parseSchedule([
    wire("DEPOSIT", 1, 0, { percentage_requested: "25.0" }),
    wire("INSTALLMENT", 1, 0, { percentage_requested: "50" }),
    wire("SOMETHING_NEW", 1, 0),
    wire("BALANCE", 1, 0),
  ]);
  expect(scheduleEntryTitles(schedule)).toEqual([
    "Deposit (25%)",
    "Installment 1",
    "Installment 2",
    "Balance",
  ]);
});

test("a deposit of a fixed amount has no percentage, one of a third keeps its decimals", () => {
  const schedule = parseSchedule([
    wire("DEPOSIT", 1, 0),
    wire("DEPOSIT", 1, 0, { percentage_requested: "33.33" }),
  ]);
  expect(scheduleEntryTitles(schedule)).toEqual(["Deposit", "Deposit (33.33%)"]);
});

test("progress is of the whole, and overpaying one entry pays no other", () => {
  const schedule = parseSchedule([wire("DEPOSIT", 2_500, 9_000), wire("BALANCE", 7_500, 0)]);
  expect(scheduleProgress(schedule)).toEqual({ completedCents: 2_500, totalCents: 10_000, percent: 25 });
  expect(scheduleProgress([])).toEqual({ completedCents: 0, totalCents: 0, percent: 0 });
});

test("what is stored wrongly is left out and throws nothing", () => {
  expect(parseSchedule(null)).toEqual([]);
  expect(parseSchedule({ 0: wire("DEPOSIT", 1, 1) })).toEqual([]);
  expect(parseSchedule([null, 3, "x", []])).toEqual([]);
  expect(
    parseSchedule([{ request_type: 7, due_date: 9, computed_amount_money: { amount: "12.5" } }]),
  ).toEqual([
    { kind: "installment", percentage: null, dueDate: null, computedCents: null, completedCents: 0 },
  ]);
});

test("only a schedule of several entries opens", () => {
  const one = parseSchedule([wire("BALANCE", 1, 0)]);
  expect(hasSchedulePanel(one)).toBe(false);
  expect(hasSchedulePanel([...one, ...one])).toBe(true);
});

test("the next payment is dollars in the column and cents here", () => {
  expect(nextPayment({ next_payment_amount: 75.5, next_payment_due_date: "2025-11-01" })).toEqual({
    cents: 7550,
    dueDate: "2025-11-01",
  });
  expect(nextPayment({ next_payment_amount: null, next_payment_due_date: null })).toBeNull();
  expect(nextPayment({ next_payment_amount: 0, next_payment_due_date: "2025-11-01" })).toBeNull();
});
