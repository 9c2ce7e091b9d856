import { expect, test } from "vitest";
import { formatShortTime } from "./short-time.ts";

test.each([
  ["America/New_York", "Tue, Dec 1, 12:00 PM EST"],
  ["Asia/Kathmandu", "Tue, Dec 1, 10:45 PM Kathmandu time"],
  ["Pacific/Auckland", "Wed, Dec 2, 6:00 AM NZDT"],
  ["Etc/GMT+5", "Tue, Dec 1, 12:00 PM GMT-5"],
])("formats a time in %s", (timeZone, expected) => {
  const time = new Date("2026-12-01T17:00:00Z");
  expect(formatShortTime(time, timeZone).replaceAll("\u202f", " ")).toBe(expected);
});

test("includes the year if it is not the current one in the time zone", () => {
  const [time, now] = [new Date("2027-01-01T03:00:00Z"), new Date("2026-12-31T12:00:00Z")];
  expect(formatShortTime(time, "America/New_York", now)).toBe("Thu, Dec 31, 10:00 PM EST");
  expect(formatShortTime(time, "UTC", now)).toBe("Fri, Jan 1, 2027, 3:00 AM UTC");
});
