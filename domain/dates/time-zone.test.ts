import { expect, test } from "vitest";
import { formatTimeZone } from "./time-zone.ts";

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
