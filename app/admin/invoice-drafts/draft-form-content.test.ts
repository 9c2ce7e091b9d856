import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { createLine, createPayments, findSplit, formTotal, withRest } from "./draft-form-content.ts";

const firstDueOn = calendarDate("2027-01-10");

test("computes the total while a price is missing", () => {
  const lines = [{ ...createLine(), quantity: "2.5", unitCents: 10_001 }, createLine()];
  expect(formTotal({ lines, discountCents: 0 })).toBe(25_003);
  expect(formTotal({ lines, discountCents: 30_000 })).toBe(-4_997);
  expect(formTotal({ lines, discountCents: Number.NaN })).toBe(25_003);
});

test("splits a total into equal installments, the last one with the remainder", () => {
  const payments = createPayments("installments", { total: 10_000, firstDueOn });
  expect(payments.map(({ amountCents }) => amountCents)).toEqual([3_333, 3_333, 3_334]);
  expect(payments.map(({ dueOn }) => dueOn)).toEqual(["2027-01-10", "2027-02-10", "2027-03-10"]);
  expect(findSplit(payments)).toBe("installments");
});

test.each([
  ["2027-01-31", ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"]],
  ["2028-01-31", ["2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30"]],
  ["2027-11-30", ["2027-11-30", "2027-12-30", "2028-01-30", "2028-02-29"]],
])("installments are due monthly, at the latest at the end of the month, from %s on", (first, dates) => {
  const payments = createPayments("installments", {
    total: 10_000,
    firstDueOn: calendarDate(first),
    count: 4,
  });
  expect(payments.map(({ dueOn }) => dueOn)).toEqual(dates);
});

test("gives the last payment the rest when the total or another payment changes", () => {
  const payments = createPayments("deposit", { total: 9_999, firstDueOn });
  expect(payments.map(({ amountCents }) => amountCents)).toEqual([4_999, 5_000]);
  expect(withRest(payments, 20_000).map(({ amountCents }) => amountCents)).toEqual([4_999, 15_001]);
  expect(findSplit(payments)).toBe("deposit");
  expect(findSplit(createPayments("balance", { total: 1, firstDueOn }))).toBe("balance");
});
