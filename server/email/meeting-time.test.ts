import { expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import { formatReminderTime } from "./meeting-time.ts";

const NEW_YORK = "America/New_York";

test.each([
  ["the day before", "2026-12-02T15:00:00Z", "2026-12-03T15:00:00Z", NEW_YORK, "Tomorrow, 10:00 AM EST"],
  ["before midnight", "2026-12-03T04:59:59Z", "2026-12-04T02:30:00Z", NEW_YORK, "Tomorrow, 9:30 PM EST"],
  ["after midnight", "2026-12-03T05:00:00Z", "2026-12-04T02:30:00Z", NEW_YORK, "Today, 9:30 PM EST"],
  [
    "a day later in another time zone",
    "2026-12-03T05:00:00Z",
    "2026-12-04T02:30:00Z",
    "Asia/Tokyo",
    "Tomorrow, 11:30 AM Tokyo time",
  ],
  [
    "when the day has 23 hours",
    "2026-03-08T04:30:00Z",
    "2026-03-09T04:15:00Z",
    NEW_YORK,
    "Monday, March 9, 12:15 AM EDT",
  ],
  [
    "when the day has 25 hours",
    "2026-11-01T04:30:00Z",
    "2026-11-02T04:15:00Z",
    NEW_YORK,
    "Today, 11:15 PM EST",
  ],
])("formats the day of a meeting relative to a reminder sent %s", (_, now, time, timeZone, text) => {
  const timing = { hoursBefore: 24, now: new Date(now) } as const;
  expect(formatReminderTime(instant(time), timeZone, timing)).toBe(text);
});

test("a reminder an hour before does not depend on the day", () => {
  const timing = { hoursBefore: 1, now: new Date("2026-12-03T04:30:00Z") } as const;
  expect(formatReminderTime(instant("2026-12-03T05:30:00Z"), NEW_YORK, timing)).toBe(
    "In 1 hour, 12:30 AM EST",
  );
});
