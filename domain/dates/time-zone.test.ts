import { expect, test } from "vitest";
import { formatTimeZone, formatTimeZoneAt } from "./time-zone.ts";

test.each([
  ["America/New_York", "Eastern Time (New York)"],
  ["America/Argentina/Buenos_Aires", "Argentina Standard Time (Buenos Aires)"],
  ["Europe/Berlin", "Central European Time (Berlin)"],
  ["UTC", "UTC"],
  ["Etc/UTC", "UTC"],
  ["GMT", "UTC"],
  ["Mars/Olympus_Mons", "Olympus Mons"],
])("formats %s as %s", (timeZone, expected) => {
  expect(formatTimeZone(timeZone)).toBe(expected);
});

test.each([
  ["America/New_York", "2026-12-03T15:00:00Z", "EST"],
  ["America/New_York", "2026-07-03T15:00:00Z", "EDT"],
  ["Europe/Zurich", "2026-12-03T15:00:00Z", "Central European Standard Time"],
  ["Europe/Zurich", "2026-07-03T15:00:00Z", "Central European Summer Time"],
  ["UTC", "2026-12-03T15:00:00Z", "UTC"],
  ["Etc/GMT+5", "2026-12-03T15:00:00Z", "GMT-5"],
])("names the time zone %s at %s: %s", (timeZone, time, expected) => {
  expect(formatTimeZoneAt(new Date(time), timeZone)).toBe(expected);
});
