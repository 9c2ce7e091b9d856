import { expect, test } from "vitest";
import {
  formatMonths,
  RETENTION_PERIOD_NAMES,
  RETENTION_PERIODS,
  RetentionPeriods,
} from "#domain/firm/retention.ts";

const minPeriods = Object.fromEntries(
  RETENTION_PERIOD_NAMES.map((name) => [name, RETENTION_PERIODS[name].min]),
);

test.each(RETENTION_PERIOD_NAMES)("%s accepts only whole numbers within its range", (name) => {
  const { min: least, max: most } = RETENTION_PERIODS[name];
  const isAccepted = (value: unknown) => RetentionPeriods.safeParse({ ...minPeriods, [name]: value }).success;
  expect([least - 1, least, most, most + 1].map(isAccepted)).toEqual([false, true, true, false]);
  expect([least + 0.5, Number.NaN, String(most), null].map(isAccepted)).toEqual([false, false, false, false]);
});

test("keeps the audit log for at least a year", () => {
  expect(RETENTION_PERIODS.audit_log_months.min).toBe(12);
});

test("formats months", () => {
  expect([1, 24].map(formatMonths)).toEqual(["1 month", "24 months"]);
});
