import { expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import { pickNextTimes } from "./pick-next-times.ts";

const pick = (times: string[], timeZone = "UTC") =>
  pickNextTimes(
    times.map((time) => instant(`2026-12-${time}:00Z`)),
    timeZone,
    3,
  ).map((time) => time.slice(8, 16));

test.each([
  [
    "the first time of each date",
    ["01T09:00", "01T10:00", "02T11:00", "03T09:00", "04T09:00"],
    ["01T09:00", "02T11:00", "03T09:00"],
  ],
  [
    "a second time if there are two dates",
    ["01T09:00", "01T10:00", "02T11:00"],
    ["01T09:00", "01T10:00", "02T11:00"],
  ],
  [
    "the next times if there is one date",
    ["01T09:00", "01T10:00", "01T11:00", "01T12:00"],
    ["01T09:00", "01T10:00", "01T11:00"],
  ],
  ["nothing if there are no times", [], []],
])("picks %s", (_, times, expected) => {
  expect(pick(times)).toEqual(expected);
});

test("uses the dates of the time zone", () => {
  const times = ["01T04:00", "01T06:00", "02T06:00"];
  expect(pick(times, "America/New_York")).toEqual(["01T04:00", "01T06:00", "02T06:00"]);
  expect(pick([...times, "03T06:00"], "UTC")).toEqual(["01T04:00", "02T06:00", "03T06:00"]);
});
