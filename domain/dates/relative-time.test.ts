import { describe, expect, test } from "vitest";
import { type Instant, instant, toInstant } from "#domain/dates/instant.ts";
import {
  formatInstantDate,
  formatRelativeDateTime,
  formatRelativeTime,
} from "#domain/dates/relative-time.ts";

const now = new Date("2025-10-14T12:00:00Z");
const getInstantBefore = (milliseconds: number) => toInstant(new Date(now.getTime() - milliseconds));
const MS_PER_MINUTE = 60_000;

/** Returns an unvalidated value, like the values in an API response. */
function toUncheckedInstant(text: string): Instant {
  return JSON.parse(JSON.stringify(text));
}

test.each([
  [0, "less than a minute ago"],
  [59_999, "less than a minute ago"],
  [MS_PER_MINUTE, "1 minute ago"],
  [2 * MS_PER_MINUTE, "2 minutes ago"],
  [60 * MS_PER_MINUTE - 1, "59 minutes ago"],
  [60 * MS_PER_MINUTE, "1 hour ago"],
  [120 * MS_PER_MINUTE, "2 hours ago"],
  [1440 * MS_PER_MINUTE - 1, "23 hours ago"],
  [1440 * MS_PER_MINUTE, "Oct 13, 2025"],
  [-5 * MS_PER_MINUTE, "less than a minute ago"],
])("formats an instant %s ms ago as %s", (milliseconds, text) => {
  expect(formatRelativeTime(getInstantBefore(milliseconds), now, "UTC")).toBe(text);
});

describe("an older instant", () => {
  test("is shown as a date in the reader's time zone", () => {
    const text = instant("2025-10-01T02:00:00Z");
    expect(formatRelativeTime(text, now, "America/New_York")).toBe("Sep 30, 2025");
    expect(formatInstantDate(text, "America/New_York")).toBe("Sep 30, 2025");
    expect(formatInstantDate(instant("2025-10-01T02:00:00+00:00"), "Asia/Tokyo")).toBe("Oct 1, 2025");
  });

  test("can include the time of day", () => {
    const text = instant("2025-10-01T02:05:00Z");
    expect(formatRelativeDateTime(text, now, "America/New_York")).toBe("Sep 30, 2025, 10:05 PM EDT");
    expect(formatRelativeDateTime(getInstantBefore(1440 * MS_PER_MINUTE), now, "UTC")).toMatch(
      /^Oct 13, 2025, /,
    );
    expect(formatRelativeDateTime(getInstantBefore(1440 * MS_PER_MINUTE - 1), now, "UTC")).toBe(
      "23 hours ago",
    );
  });

  test("is shown as a dash when it is invalid", () => {
    expect(formatInstantDate(toUncheckedInstant("infinity"), "UTC")).toBe("—");
    expect(formatRelativeTime(toUncheckedInstant("infinity"), now, "UTC")).toBe("—");
    expect(formatRelativeDateTime(toUncheckedInstant("infinity"), now, "UTC")).toBe("—");
  });
});
