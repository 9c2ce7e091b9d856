import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  addDays,
  type CalendarDate,
  calendarDate,
  compareDates,
  dateInTimeZone,
  daysBetween,
  formatDate,
  formatShortDate,
  isCalendarDate,
  parseCalendarDate,
} from "#domain/dates/calendar-date.ts";

afterEach(() => vi.unstubAllEnvs());

/** Returns an unvalidated value, like the values in an API response. */
function toUncheckedDate(text: string): CalendarDate {
  return JSON.parse(JSON.stringify(text));
}

describe("a calendar date", () => {
  test.each([
    "2025-02-28",
    "2024-02-29",
    "2000-02-29",
    "2025-12-31",
    "0001-01-01",
    "0000-02-29",
    "9999-12-31",
  ])("can be created from %s", (text) => {
    expect(isCalendarDate(text)).toBe(true);
    expect(calendarDate(text)).toBe(text);
    expect(parseCalendarDate(text)).toBe(text);
  });

  test.each([
    "2025-02-29",
    "1900-02-29",
    "2025-04-31",
    "2025-00-10",
    "2025-13-01",
    "2025-01-00",
    "2025-01-32",
    "2025-1-1",
    "25-01-01",
    "10000-01-01",
    "-0001-01-01",
    "2025-10-14T00:00:00Z",
    " 2025-10-14",
    "2025-10-14\n",
    "infinity",
    "",
  ])("cannot be created from %j", (text) => {
    expect(isCalendarDate(text)).toBe(false);
    expect(() => calendarDate(text)).toThrow(`not a date: ${text}`);
    expect(parseCalendarDate(text)).toBeNull();
  });

  test("is null when it is missing", () => {
    expect(parseCalendarDate(null)).toBeNull();
    expect(parseCalendarDate(undefined)).toBeNull();
  });
});

describe("formatDate", () => {
  test.each([
    "Pacific/Kiritimati",
    "America/Los_Angeles",
    "UTC",
  ])("returns the same day in the time zone %s", (zone) => {
    vi.stubEnv("TZ", zone);
    expect(formatDate(calendarDate("2025-10-14"))).toBe("Oct 14, 2025");
    expect(formatDate(calendarDate("2024-02-29"))).toBe("Feb 29, 2024");
    expect(formatDate(calendarDate("2025-01-01"))).toBe("Jan 1, 2025");
    expect(formatDate(calendarDate("2025-12-31"))).toBe("Dec 31, 2025");
  });
});

test("shows a dash for no date", () => {
  expect(formatDate(null)).toBe("—");
  expect(formatDate(undefined)).toBe("—");
  expect(formatDate(toUncheckedDate(""))).toBe("—");
});

test.each(["infinity", "10000-01-01", "0044-03-15 BC", "2025-13-01"])("shows %s unchanged", (text) => {
  expect(formatDate(toUncheckedDate(text))).toBe(text);
});

describe("dateInTimeZone", () => {
  test("changes at midnight in the time zone, in standard and daylight saving time", () => {
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

  test("has four digits for early years", () => {
    expect(dateInTimeZone(new Date("0987-06-05T00:00:00Z"), "UTC")).toBe("0987-06-05");
  });

  test("rejects an invalid instant and one after the year 9999", () => {
    expect(() => dateInTimeZone(new Date("never"), "UTC")).toThrow(RangeError);
    expect(() => dateInTimeZone(new Date("9999-12-31T23:00:00Z"), "Asia/Tokyo")).toThrow(RangeError);
  });
});

describe("arithmetic with dates", () => {
  const day = calendarDate("2025-10-14");

  test("counts days across daylight saving changes and leap days", () => {
    expect(daysBetween(calendarDate("2025-03-08"), calendarDate("2025-03-10"))).toBe(2);
    expect(daysBetween(calendarDate("2025-11-01"), calendarDate("2025-11-03"))).toBe(2);
    expect(daysBetween(calendarDate("2024-02-28"), calendarDate("2024-03-01"))).toBe(2);
    expect(daysBetween(calendarDate("2025-02-28"), calendarDate("2025-03-01"))).toBe(1);
    expect(daysBetween(calendarDate("2025-03-10"), calendarDate("2025-03-08"))).toBe(-2);
    expect(daysBetween(day, day)).toBe(0);
  });

  test.each(["America/New_York", "Pacific/Apia", "UTC"])("does not depend on the time zone %s", (zone) => {
    vi.stubEnv("TZ", zone);
    // Samoa skipped December 30, 2011.
    expect(addDays(calendarDate("2011-12-29"), 1)).toBe("2011-12-30");
    expect(addDays(calendarDate("2025-03-08"), 1)).toBe("2025-03-09");
    expect(addDays(calendarDate("2025-11-02"), 1)).toBe("2025-11-03");
  });

  test("adds days across month ends, years and leap days", () => {
    expect(addDays(calendarDate("2024-02-28"), 1)).toBe("2024-02-29");
    expect(addDays(calendarDate("2025-02-28"), 1)).toBe("2025-03-01");
    expect(addDays(calendarDate("2026-01-01"), -1)).toBe("2025-12-31");
    expect(addDays(day, 0)).toBe(day);
  });

  test("rejects invalid dates and results after the year 9999", () => {
    expect(() => daysBetween(toUncheckedDate("infinity"), day)).toThrow(RangeError);
    expect(() => daysBetween(day, toUncheckedDate("infinity"))).toThrow(RangeError);
    expect(() => addDays(toUncheckedDate("infinity"), 1)).toThrow(RangeError);
    expect(() => addDays(calendarDate("9999-12-31"), 1)).toThrow(RangeError);
  });

  test("daysBetween is the inverse of addDays", () => {
    fc.assert(
      fc.property(fc.integer({ min: -40_000, max: 40_000 }), (days) => {
        expect(daysBetween(day, addDays(day, days))).toBe(days);
      }),
    );
  });
});

test("dates are sorted in ascending order, with missing dates last", () => {
  const [june, july] = [calendarDate("2026-06-30"), calendarDate("2026-07-01")];
  expect([null, july, june, null, june].toSorted(compareDates)).toEqual([june, june, july, null, null]);
});

test("omits the current year", () => {
  const today = calendarDate("2026-11-25");
  expect(formatShortDate(calendarDate("2026-01-02"), today)).toBe("Jan 2");
  expect(formatShortDate(calendarDate("2027-01-02"), today)).toBe("Jan 2, 2027");
});
