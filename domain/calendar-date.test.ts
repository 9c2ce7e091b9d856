import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { addDays, dateIn, daysBetween, formatDate, isCalendarDate } from "#domain/calendar-date.ts";

afterEach(() => vi.unstubAllEnvs());

describe("a date without a time is the same day everywhere", () => {
  test.each(["Pacific/Kiritimati", "America/Los_Angeles", "UTC"])("in %s", (zone) => {
    vi.stubEnv("TZ", zone);
    expect(formatDate("2025-10-14")).toBe("Oct 14, 2025");
    expect(formatDate("2024-02-29")).toBe("Feb 29, 2024");
    expect(formatDate("2025-01-01")).toBe("Jan 1, 2025");
  });
});

test("no date is a dash, and what is no date is shown as it came", () => {
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
])("%s a day of the calendar: %s", (text, expected) => {
  expect(isCalendarDate(text)).toBe(expected);
});

describe("today in a zone", () => {
  test("turns at that zone's midnight, in winter and in summer", () => {
    expect(dateIn(new Date("2021-03-10T07:59:59Z"), "America/Los_Angeles")).toBe("2021-03-09");
    expect(dateIn(new Date("2021-03-10T08:00:00Z"), "America/Los_Angeles")).toBe("2021-03-10");
    expect(dateIn(new Date("2021-07-10T06:59:59Z"), "America/Los_Angeles")).toBe("2021-07-09");
    expect(dateIn(new Date("2021-07-10T07:00:00Z"), "America/Los_Angeles")).toBe("2021-07-10");
    expect(dateIn(new Date("2025-12-31T10:00:00Z"), "Pacific/Kiritimati")).toBe("2026-01-01");
  });

  test("is UTC's for an unknown zone", () => {
    expect(dateIn(new Date("2025-06-01T23:59:59Z"), "Mars/Olympus")).toBe("2025-06-01");
    expect(dateIn(new Date("2025-06-01T23:59:59Z"), "")).toBe("2025-06-01");
  });
});

test("days are counted over a change to summer time and over leap days", () => {
  expect(daysBetween("2025-03-08", "2025-03-10")).toBe(2);
  expect(daysBetween("2024-02-28", "2024-03-01")).toBe(2);
  expect(daysBetween("2025-03-10", "2025-03-08")).toBe(-2);
  expect(() => daysBetween("soon", "2025-03-08")).toThrow(RangeError);
});

test("adding days and counting them agree", () => {
  fc.assert(
    fc.property(fc.integer({ min: -40_000, max: 40_000 }), (days) => {
      expect(daysBetween("2025-10-14", addDays("2025-10-14", days))).toBe(days);
    }),
  );
});
