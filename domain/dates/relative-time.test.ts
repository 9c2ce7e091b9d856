import { expect, test } from "vitest";
import { formatInstantDate, relativeTime } from "#domain/dates/relative-time.ts";

const now = new Date("2025-10-14T12:00:00Z");
const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
const MINUTE = 60_000;

test.each([
  [0, "less than a minute ago"],
  [59_999, "less than a minute ago"],
  [MINUTE, "1 minute ago"],
  [60 * MINUTE - 1, "59 minutes ago"],
  [60 * MINUTE, "1 hour ago"],
  [1440 * MINUTE - 1, "23 hours ago"],
  [1440 * MINUTE, "Oct 13, 2025"],
  [-5 * MINUTE, "less than a minute ago"],
])("%s ms ago is shown as %s", (milliseconds, text) => {
  expect(relativeTime(before(milliseconds), now, "UTC")).toBe(text);
});

test("shows an older instant as a date in the reader's time zone", () => {
  expect(relativeTime("2025-10-01T02:00:00Z", now, "America/New_York")).toBe("Sep 30, 2025");
  expect(formatInstantDate("2025-10-01T02:00:00+00:00", "Asia/Tokyo")).toBe("Oct 1, 2025");
  expect(formatInstantDate("never", "UTC")).toBe("—");
});
