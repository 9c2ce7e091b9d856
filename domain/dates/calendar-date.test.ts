import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  addDays,
  dateInTimeZone,
  daysBetween,
  formatDate,
  isCalendarDate,
} from "#domain/dates/calendar-date.ts";

afterEach(() => vi.unstubAllEnvs());

describe("formatDate returns the same day in every time zone", () => {
  test.each(["Pacific/Kiritimati", "America/Los_Angeles", "UTC"])("in %s", (zone) => {
    vi.stubEnv("TZ", zone);
    expect(formatDate("2025-10-14")).toBe("Oct 14, 2025");
    expect(formatDate("2024-02-29")).toBe("Feb 29, 2024");
    expect(formatDate("2025-01-01")).toBe("Jan 1, 2025");
  });
});

test("shows a dash for no date and invalid text unchanged", () => {
  expect(formatDate(null)).toBe("—");
  expect(formatDate("")).toBe("—");
  expect(formatDate("soon")).toBe("soon");
  expect(formatDate("2025-13-01")).toBe("2025-13-01");
});

test.each([
  ["2025-02-28", true],
  ["2025-02-29", false],
  ["2024-02-29", true],
  ["2025-04-31", false],
  ["2025-00-10", false],
  ["2025-1-1", false],
  ["2025-10-14T00:00:00Z", false],
  ["", false],
])("isCalendarDate(%s) is %s", (text, expected) => {
  expect(isCalendarDate(text)).toBe(expected);
});

describe("dateInTimeZone", () => {
  test("changes at midnight of the time zone, in standard and daylight saving time", () => {
    expect(dateInTimeZone(new Date("2021-03-10T07:59:59Z"), "America/Los_Angeles")).toBe("2021-03-09");
    expect(dateInTimeZone(new Date("2021-03-10T08:00:00Z"), "America/Los_Angeles")).toBe("2021-03-10");
    expect(dateInTimeZone(new Date("2021-07-10T06:59:59Z"), "America/Los_Angeles")).toBe("2021-07-09");
    expect(dateInTimeZone(new Date("2021-07-10T07:00:00Z"), "America/Los_Angeles")).toBe("2021-07-10");
    expect(dateInTimeZone(new Date("2025-12-31T10:00:00Z"), "Pacific/Kiritimati")).toBe("2026-01-01");
  });

  test("falls back to UTC for an unknown time zone", () => {
    expect(dateInTimeZone(new Date("2025-06-01T23:59:59Z"), "Mars/Olympus")).toBe("2025-06-01");
    expect(dateInTimeZone(new Date("2025-06-01T23:59:59Z"), "")).toBe("2025-06-01");
  });
});

test("counts days across daylight saving changes and leap days", () => {
  expect(daysBetween("2025-03-08", "2025-03-10")).toBe(2);
  expect(daysBetween("2024-02-28", "2024-03-01")).toBe(2);
  expect(daysBetween("2025-03-10", "2025-03-08")).toBe(-2);
  expect(() => daysBetween("soon", "2025-03-08")).toThrow(RangeError);
});

test("is the inverse of addDays", () => {
  fc.assert(
    fc.property(fc.integer({ min: -40_000, max: 40_000 }), (days) => {
      expect(daysBetween("2025-10-14", addDays("2025-10-14", days))).toBe(days);
    }),
  );
});
