import { expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import { pickDayTimes } from "./pick-day-times.ts";

const pick = (times: string[], { timeZone = "UTC", timesPerDay = 3 } = {}) =>
  pickDayTimes(
    times.map((time) => instant(`2026-12-${time}:00Z`)),
    timeZone,
    { days: 2, timesPerDay },
  ).map((day) => [day.date.slice(8), ...day.times.map((time) => time.slice(11, 16))]);

test("picks the first, a middle and the last time of each of the first days", () => {
  const day = ["09:00", "09:30", "10:00", "10:30", "11:00", "11:30"];
  const times = ["01", "02", "03"].flatMap((date) => day.map((time) => `${date}T${time}`));
  expect(pick(times)).toEqual([
    ["01", "09:00", "10:30", "11:30"],
    ["02", "09:00", "10:30", "11:30"],
  ]);
});

test.each([
  [["01T09:00"], [["01", "09:00"]]],
  [["01T09:00", "01T10:00", "01T11:00"], [["01", "09:00", "10:00", "11:00"]]],
  [["01T09:00", "01T10:00", "01T11:00", "01T12:00"], [["01", "09:00", "11:00", "12:00"]]],
  [[], []],
])("picks at most three times of a day: %j", (times, expected) => {
  expect(pick(times)).toEqual(expected);
});

test.each([
  [0, []],
  [1, ["09:00"]],
  [2, ["09:00", "12:00"]],
])("picks at most %d times of a day", (timesPerDay, expected) => {
  const times = ["01T09:00", "01T10:00", "01T11:00", "01T12:00"];
  expect(pick(times, { timesPerDay })).toEqual([["01", ...expected]]);
});

test("uses the dates of the time zone", () => {
  expect(pick(["01T04:00", "01T06:00"], { timeZone: "America/New_York" })).toEqual([
    ["30", "04:00"],
    ["01", "06:00"],
  ]);
});
