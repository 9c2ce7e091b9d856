import { expect, test } from "vitest";
import { brand } from "#brand";
import { isTimeZone } from "#domain/dates/calendar-date.ts";
import { firmToday } from "./firm-today.ts";

test.each([
  ["2026-01-01T04:59:59Z", "2025-12-31"],
  ["2026-01-01T05:00:00Z", "2026-01-01"],
  ["2026-07-01T03:59:59Z", "2026-06-30"],
  ["2026-07-01T04:00:00Z", "2026-07-01"],
])("at %s, today is %s in the firm's time zone", (now, today) => {
  expect(firmToday(new Date(now))).toBe(today);
});

test("the firm's time zone is valid", () => {
  expect(isTimeZone(brand.timeZone)).toBe(true);
});
