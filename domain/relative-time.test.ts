import { expect, test } from "vitest";
import { formatDay, relativeTime } from "#domain/relative-time.ts";

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
])("%s ms ago reads %s", (milliseconds, text) => {
  expect(relativeTime(before(milliseconds), now, "UTC")).toBe(text);
});

test("an older instant is the day it was for the reader", () => {
  expect(relativeTime("2025-10-01T02:00:00Z", now, "America/New_York")).toBe("Sep 30, 2025");
  expect(formatDay("2025-10-01T02:00:00+00:00", "Asia/Tokyo")).toBe("Oct 1, 2025");
  expect(formatDay("never", "UTC")).toBe("—");
});
