import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import { formatEnd, formatFullDate, formatTimeLabel, formatTimeSpan, formatWeekday } from "./time-labels.ts";

const time = instant("2026-12-01T17:00:00Z");
const withPlainSpaces = (value: object) => JSON.parse(JSON.stringify(value).replaceAll(/\u202f/g, " "));

test("formats dates", () => {
  const date = calendarDate("2026-12-01");
  expect([formatFullDate(date), formatWeekday(date)]).toEqual([
    "Tuesday, December 1, 2026",
    "Tuesday, December 1",
  ]);
});

test("names the date, the time zone and the firm's time", () => {
  expect(withPlainSpaces(formatTimeLabel(time, "America/Los_Angeles", "America/New_York"))).toEqual({
    label: "9:00 AM",
    details: " on Tuesday, December 1, 2026, Pacific Time (Los Angeles)",
    otherTime: "12:00 PM in New York",
  });
});

test("names the day of the firm's time if it differs", () => {
  expect(withPlainSpaces(formatTimeLabel(time, "Pacific/Auckland", "America/New_York"))).toMatchObject({
    label: "6:00 AM",
    otherTime: "12:00 PM Tue in New York",
  });
});

test("omits the firm's time if the clocks show the same", () => {
  expect(formatTimeLabel(time, "America/Toronto", "America/New_York").otherTime).toBe("");
});

test.each([
  ["2026-12-01T16:30:00Z", "America/New_York", "12:00 PM EST"],
  ["2026-12-01T16:30:00Z", "Pacific/Auckland", "6:00 AM NZDT"],
  ["2026-12-01T04:30:00Z", "America/New_York", "12:00 PM EST on Tuesday, December 1"],
])("names the day of the end of a period from %s in %s if it is another one", (now, timeZone, expected) => {
  expect(withPlainSpaces([formatEnd(time, timeZone, new Date(now))])).toEqual([expected]);
});

test("formats a span of time", () => {
  const end = instant("2026-12-01T17:30:00Z");
  expect(withPlainSpaces([formatTimeSpan(time, end, "America/New_York")])).toEqual(["12:00 – 12:30 PM"]);
  expect(withPlainSpaces([formatTimeSpan(instant("2026-12-01T16:45:00Z"), end, "America/New_York")])).toEqual(
    ["11:45 AM – 12:30 PM"],
  );
});
