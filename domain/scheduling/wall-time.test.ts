import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { getDayClock, isoWeekday, toTimestamp, toWallTime } from "./wall-time.ts";

const toIso = (timestamp: number | null) => timestamp && new Date(timestamp).toISOString();
const HOUR = 3_600_000;

// Days on which the clock changes, with an hour that it skips or shows twice.
test.each([
  ["America/Los_Angeles", "2026-03-08", 23, "02:30", null],
  ["America/Los_Angeles", "2026-11-01", 25, "01:30", "2026-11-01T08:30:00.000Z"],
  ["America/New_York", "2026-03-08", 23, "02:00", null],
  ["America/New_York", "2026-11-01", 25, "01:00", "2026-11-01T05:00:00.000Z"],
  ["Europe/Berlin", "2026-03-29", 23, "02:59", null],
  ["Europe/Berlin", "2026-10-25", 25, "02:00", "2026-10-25T00:00:00.000Z"],
  ["Australia/Lord_Howe", "2026-10-04", 23.5, "02:15", null],
  ["Australia/Lord_Howe", "2026-04-05", 24.5, "01:45", "2026-04-04T14:45:00.000Z"],
  ["Asia/Kathmandu", "2026-03-29", 24, "09:00", "2026-03-29T03:15:00.000Z"],
  ["Pacific/Apia", "2026-03-29", 24, "09:00", "2026-03-28T20:00:00.000Z"],
])("in %s, %s has %d hours, and %s is %s", (timeZone, date, hours, time, expected) => {
  const clock = getDayClock(calendarDate(date), timeZone);
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  expect((clock.end - clock.start) / HOUR).toBe(hours);
  expect(toIso(clock.toStart(hour * 60 + minute))).toBe(expected);
});

test("a skipped end is when the clock continues, and 1440 is the end of the day", () => {
  const clock = getDayClock(calendarDate("2026-03-08"), "America/Los_Angeles");
  expect([120, 150, 179].map((minute) => toIso(clock.toEnd(minute)))).toEqual(
    Array(3).fill("2026-03-08T10:00:00.000Z"),
  );
  expect(toIso(clock.toEnd(1440))).toBe("2026-03-09T07:00:00.000Z");
});

test("a date that a zone skipped has no times", () => {
  const clock = getDayClock(calendarDate("2011-12-30"), "Pacific/Apia");
  expect([0, 540, 1439].map(clock.toStart)).toEqual([null, null, null]);
});

test("a day that starts after midnight has no time before that", () => {
  const clock = getDayClock(calendarDate("2026-09-06"), "America/Santiago");
  expect(clock.toStart(30)).toBeNull();
  expect(toIso(clock.toStart(60))).toBe("2026-09-06T04:00:00.000Z");
});

test("times of calendars are moved out of a gap", () => {
  expect(toIso(toTimestamp("2026-03-08T02:30:00", "America/Los_Angeles"))).toBe("2026-03-08T10:30:00.000Z");
});

test("formats timestamps in a time zone", () => {
  expect(toWallTime(Date.parse("2026-12-31T23:30:00Z"), "Asia/Kathmandu")).toBe("2027-01-01T05:15:00");
});

test("numbers weekdays from Monday", () => {
  expect(["2026-11-23", "2026-11-28", "2026-11-29"].map(calendarDate).map(isoWeekday)).toEqual([1, 6, 7]);
});
