import { expect, test } from "vitest";
import { monthsWords, PERIOD_NAMES, RETENTION_PERIODS, RetentionPeriods } from "#domain/retention.ts";

const shortest = Object.fromEntries(PERIOD_NAMES.map((name) => [name, RETENTION_PERIODS[name].shortest]));

test.each(PERIOD_NAMES)("%s takes whole numbers within its bounds and nothing else", (name) => {
  const { shortest: least, longest: most } = RETENTION_PERIODS[name];
  const takes = (value: unknown) => RetentionPeriods.safeParse({ ...shortest, [name]: value }).success;
  expect([least - 1, least, most, most + 1].map(takes)).toEqual([false, true, true, false]);
  expect([least + 0.5, Number.NaN, String(most), null].map(takes)).toEqual([false, false, false, false]);
});

test("the audit log is kept a year at least", () => {
  expect(RETENTION_PERIODS.audit_log_months.shortest).toBe(12);
});

test("one month is no months", () => {
  expect([1, 24].map(monthsWords)).toEqual(["1 month", "24 months"]);
});
