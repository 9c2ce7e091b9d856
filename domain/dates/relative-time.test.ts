import { describe, expect, test } from "vitest";
import { type Instant, instant, toInstant } from "#domain/dates/instant.ts";
import { formatInstantDate, relativeTime } from "#domain/dates/relative-time.ts";

const now = new Date("2025-10-14T12:00:00Z");
const before = (milliseconds: number) => toInstant(new Date(now.getTime() - milliseconds));
const MINUTE = 60_000;

/** A value as the API returns it, which no constructor has checked. */
function readInstant(text: string): Instant {
  return JSON.parse(JSON.stringify(text));
}

test.each([
  [0, "less than a minute ago"],
  [59_999, "less than a minute ago"],
  [MINUTE, "1 minute ago"],
  [2 * MINUTE, "2 minutes ago"],
  [60 * MINUTE - 1, "59 minutes ago"],
  [60 * MINUTE, "1 hour ago"],
  [120 * MINUTE, "2 hours ago"],
  [1440 * MINUTE - 1, "23 hours ago"],
  [1440 * MINUTE, "Oct 13, 2025"],
  [-5 * MINUTE, "less than a minute ago"],
])("%s ms ago is shown as %s", (milliseconds, text) => {
  expect(relativeTime(before(milliseconds), now, "UTC")).toBe(text);
});

describe("an older instant", () => {
  test("is shown as a date in the reader's time zone", () => {
    const text = instant("2025-10-01T02:00:00Z");
    expect(relativeTime(text, now, "America/New_York")).toBe("Sep 30, 2025");
    expect(formatInstantDate(text, "America/New_York")).toBe("Sep 30, 2025");
    expect(formatInstantDate(instant("2025-10-01T02:00:00+00:00"), "Asia/Tokyo")).toBe("Oct 1, 2025");
  });

  test("is shown as a dash when it is invalid", () => {
    expect(formatInstantDate(readInstant("infinity"), "UTC")).toBe("—");
    expect(relativeTime(readInstant("infinity"), now, "UTC")).toBe("—");
  });
});
