import { expect, test } from "vitest";
import { formatDateTime, formatTimeWithZone } from "./date-time.ts";

const time = new Date("2026-12-01T17:05:00Z");

test.each([
  ["UTC", "5:05 PM UTC", "Dec 1, 2026, 5:05 PM UTC"],
  ["America/New_York", "12:05 PM EST", "Dec 1, 2026, 12:05 PM EST"],
  ["Europe/Berlin", "6:05 PM CET", "Dec 1, 2026, 6:05 PM CET"],
  ["Asia/Tokyo", "2:05 AM Tokyo time", "Dec 2, 2026, 2:05 AM Tokyo time"],
])("formats a time in %s with its zone", (timeZone, timeOfDay, dateTime) => {
  expect(formatTimeWithZone(time, timeZone)).toBe(timeOfDay);
  expect(formatDateTime(time, timeZone)).toBe(dateTime);
});

test("uses the abbreviation of the date, which depends on daylight saving time", () => {
  expect(formatDateTime(new Date("2026-07-01T17:05:00Z"), "America/New_York")).toBe(
    "Jul 1, 2026, 1:05 PM EDT",
  );
});

test("rejects an invalid date", () => {
  expect(() => formatDateTime(new Date("infinity"), "UTC")).toThrow(RangeError);
});
