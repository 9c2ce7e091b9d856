import { expect, test } from "vitest";
import { calendarFeedBadge } from "./calendar-feed-badge.ts";

const now = new Date("2026-12-01T12:00:00Z");

test.each([
  [null, null, "Not read yet"],
  ["2026-12-01T11:00:00Z", null, "Up to date"],
  ["2026-12-01T10:59:59Z", null, "Out of date"],
  ["2026-12-01T11:50:00Z", "2026-12-01T10:00:01Z", "Last read failed"],
  ["2026-12-01T11:50:00Z", "2026-12-01T10:00:00Z", "Failing"],
])("a calendar checked at %s and failing since %s: %s", (checkedAt, failingSince, label) => {
  expect(calendarFeedBadge({ checkedAt, failingSince }, now).label).toBe(label);
});
