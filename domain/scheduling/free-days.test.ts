import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import { findInitialDay, getWeek, groupByDate } from "./free-days.ts";

const times = ["2026-12-01T23:30:00Z", "2026-12-02T00:30:00Z", "2026-12-01T15:00:00Z"].map(instant);

test("groups times by the date in the visitor's time zone", () => {
  expect(groupByDate(times, "UTC").map(({ date, times: { length } }) => [date, length])).toEqual([
    ["2026-12-01", 2],
    ["2026-12-02", 1],
  ]);
  expect(groupByDate(times, "America/Los_Angeles").map(({ date }) => date)).toEqual(["2026-12-01"]);
  expect(groupByDate(times, "Asia/Kathmandu")).toEqual([
    { date: "2026-12-01", times: ["2026-12-01T15:00:00Z"] },
    { date: "2026-12-02", times: ["2026-12-01T23:30:00Z", "2026-12-02T00:30:00Z"] },
  ]);
});

test.each([1, 2, 3, 4, 16, 17])("groups %d times per day, and omits a day without times", (count) => {
  const hours = Array.from({ length: count }, (_, hour) => String(hour).padStart(2, "0"));
  const dates = ["2026-12-01", "2026-12-02", "2026-12-04"];
  const all = dates.flatMap((date) => hours.map((hour) => instant(`${date}T${hour}:00:00Z`)));
  expect(groupByDate(all, "UTC")).toEqual(
    dates.map((date) => ({ date, times: all.filter((time) => time.startsWith(date)) })),
  );
});

test("returns one day for a date on which the clock goes back over midnight", () => {
  const night = ["20:00", "20:30", "21:00", "21:30", "22:00"].map((time) =>
    instant(`2026-10-24T${time}:00Z`),
  );
  expect(groupByDate(night, "Asia/Beirut").map(({ date, times: { length } }) => [date, length])).toEqual([
    ["2026-10-24", 4],
    ["2026-10-25", 1],
  ]);
});

test("returns no days without times", () => {
  expect(groupByDate([], "UTC")).toEqual([]);
});

const today = calendarDate("2026-11-24");
const days = ["2026-11-26", "2026-12-02", "2026-12-03", "2026-12-20"].map((date) => ({
  date: calendarDate(date),
  times: [instant(`${date}T15:00:00Z`)],
}));
const describeWeek = (from: string | null) => {
  const week = getWeek(days, from === null ? null : calendarDate(from), today);
  return { ...week, days: week.days.map(({ date }) => date), nearest: week.nearest?.date };
};

test.each([null, "2026-11-01", "2026-11-24"])("the week from %s starts on the first free day", (from) => {
  expect(describeWeek(from)).toEqual({
    ...{ first: "2026-11-26", last: "2026-12-02", days: ["2026-11-26", "2026-12-02"] },
    ...{ previous: null, next: "2026-12-03", nearest: "2026-12-03" },
  });
});

test("a week in the middle continues in both directions", () => {
  expect(describeWeek("2026-11-30")).toEqual({
    ...{ first: "2026-11-30", last: "2026-12-06", days: ["2026-12-02", "2026-12-03"] },
    ...{ previous: "2026-11-26", next: "2026-12-07", nearest: "2026-12-20" },
  });
});

test("an empty week names the next free day, or the last one", () => {
  expect(describeWeek("2026-12-07")).toMatchObject({
    days: [],
    previous: "2026-11-30",
    nearest: "2026-12-20",
  });
  expect(describeWeek("2027-01-01")).toMatchObject({ days: [], next: null, nearest: "2026-12-20" });
});

test("without free times, there is nowhere to continue", () => {
  expect(getWeek([], calendarDate("2026-12-01"), today)).toMatchObject({
    ...{ days: [], previous: null, next: null, nearest: null },
  });
});

test.each([
  ["without a booking, the first free day", null, "2026-12-01"],
  ["the day of the booking", "2026-12-21", "2026-12-21"],
  ["another day of its month", "2027-01-20", "2027-01-05"],
  ["the first free day if its month has none", "2027-02-01", "2026-12-01"],
])("shows first: %s", (_, booked, expected) => {
  const times = ["2026-12-01T17:00:00Z", "2026-12-21T17:00:00Z", "2027-01-05T17:00:00Z"].map(instant);
  const days = groupByDate(times, "UTC");
  expect(findInitialDay(days, booked === null ? null : calendarDate(booked))?.date).toBe(expected);
});

test("shows no day first if none is free", () => {
  expect(findInitialDay([], calendarDate("2026-12-21"))).toBeNull();
});
