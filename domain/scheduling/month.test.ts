import { describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import {
  addMonths,
  formatMonth,
  formatMonths,
  getCalendarMonth,
  getWeekday,
  listCalendarWeeks,
  listMonthWeeks,
  startOfMonth,
} from "./month.ts";

test.each([
  ["2026-01-31", 1, "2026-02-28"],
  ["2028-01-31", 1, "2028-02-29"],
  ["2026-12-15", 1, "2027-01-15"],
  ["2026-01-15", -1, "2025-12-15"],
  ["2026-03-31", -13, "2025-02-28"],
  ["2024-02-29", 12, "2025-02-28"],
])("%s plus %d months is %s", (date, months, expected) => {
  expect(addMonths(calendarDate(date), months)).toBe(expected);
});

test("lists the weeks of a month from Sunday to Saturday", () => {
  const weeks = listMonthWeeks(calendarDate("2026-12-15"));
  expect(weeks).toHaveLength(5);
  expect(weeks[0]).toEqual([
    null,
    null,
    "2026-12-01",
    "2026-12-02",
    "2026-12-03",
    "2026-12-04",
    "2026-12-05",
  ]);
  expect(weeks[4]).toEqual([
    "2026-12-27",
    "2026-12-28",
    "2026-12-29",
    "2026-12-30",
    "2026-12-31",
    null,
    null,
  ]);
});

test.each([
  ["2026-02-10", 4],
  ["2026-08-10", 6],
])("the month of %s has %d weeks", (date, count) => {
  expect(listMonthWeeks(calendarDate(date))).toHaveLength(count);
});

test("names months and weekdays", () => {
  const date = calendarDate("2026-12-15");
  expect([formatMonth(date), getWeekday(date), startOfMonth(date)]).toEqual([
    "December 2026",
    2,
    "2026-12-01",
  ]);
});

describe("the weeks of a calendar", () => {
  const listDates = (date: string, today: string) =>
    listCalendarWeeks(calendarDate(date), calendarDate(today)).map((week) => [week[0], week[6]]);

  test("start at the current week and continue into the next month", () => {
    expect(listDates("2026-11-25", "2026-11-25")).toEqual([
      ["2026-11-22", "2026-11-28"],
      ["2026-11-29", "2026-12-05"],
      ["2026-12-06", "2026-12-12"],
    ]);
  });

  test("end with the month if three weeks of it are left", () => {
    expect(listDates("2026-12-01", "2026-12-15")).toEqual([
      ["2026-12-13", "2026-12-19"],
      ["2026-12-20", "2026-12-26"],
      ["2026-12-27", null],
    ]);
  });

  test("contain no days of the previous month", () => {
    expect(listDates("2026-12-02", "2026-12-02")[0]).toEqual([null, "2026-12-05"]);
  });

  test("of other months are complete", () => {
    expect(listCalendarWeeks(calendarDate("2026-12-15"), calendarDate("2026-11-25"))).toEqual(
      listMonthWeeks(calendarDate("2026-12-15")),
    );
  });

  test.each([
    ["2026-12-12", "2026-11-01"],
    ["2026-12-13", "2026-12-01"],
    ["2026-11-30", "2026-11-01"],
  ])("that show %s belong to the month of %s", (date, month) => {
    expect(getCalendarMonth(calendarDate(date), calendarDate("2026-11-25"))).toBe(month);
  });

  test.each([
    ["2026-11-25", "2026-11-25", "Nov – Dec 2026"],
    ["2026-12-30", "2026-12-30", "Dec 2026 – Jan 2027"],
    ["2026-12-15", "2026-11-25", "December 2026"],
  ])("of %s on %s are titled %s", (date, today, title) => {
    expect(formatMonths(listCalendarWeeks(calendarDate(date), calendarDate(today)))).toBe(title);
  });
});
