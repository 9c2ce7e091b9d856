import { expect, test } from "vitest";
import { formatTimeZone, formatTimeZoneAt, formatTimeZoneOption } from "./time-zone.ts";

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
  ["Europe/Zurich", "2026-12-03T15:00:00Z", "CET"],
  ["Europe/Zurich", "2026-07-03T15:00:00Z", "CEST"],
  ["Europe/London", "2026-07-03T15:00:00Z", "BST"],
  ["Europe/Dublin", "2026-07-03T15:00:00Z", "Dublin time"],
  ["Australia/Sydney", "2026-12-03T15:00:00Z", "AEDT"],
  ["Asia/Tokyo", "2026-12-03T15:00:00Z", "Tokyo time"],
  ["America/Sao_Paulo", "2026-12-03T15:00:00Z", "São Paulo time"],
  ["UTC", "2026-12-03T15:00:00Z", "UTC"],
  ["GMT", "2026-12-03T15:00:00Z", "UTC"],
  ["Etc/GMT+5", "2026-12-03T15:00:00Z", "GMT-5"],
])("names the time zone %s at %s: %s", (timeZone, time, expected) => {
  expect(formatTimeZoneAt(new Date(time), timeZone)).toBe(expected);
});

test.each([
  ["Europe/Berlin", "Berlin, Central European Time (GMT+1)"],
  ["America/New_York", "New York, Eastern Time (GMT-5)"],
  ["Asia/Calcutta", "Kolkata, India Standard Time (GMT+5:30)"],
  ["UTC", "UTC"],
  ["Etc/GMT+5", "GMT+5 (GMT-5)"],
  ["Mars/Olympus_Mons", "Olympus Mons"],
])("formats %s for a select as %s", (timeZone, expected) => {
  expect(formatTimeZoneOption(timeZone, new Date("2026-12-03T15:00:00Z"))).toBe(expected);
});
