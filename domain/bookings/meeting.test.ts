import { expect, test } from "vitest";
import { instant, parseInstant } from "#domain/dates/instant.ts";
import type { BookingStatus } from "./booking.ts";
import { calendarFile, upcomingMeetings } from "./meeting.ts";

const now = new Date("2026-11-21T12:00:00Z");
const firm = { name: "Wardline", contactEmail: "hello@wardline.example" };
const booking = (id: string, scheduled_at: string | null, status: BookingStatus = "approved") => ({
  id,
  status,
  scheduled_at: parseInstant(scheduled_at),
  service_type: "Other",
});

test("returns approved bookings in the future, soonest first", () => {
  const bookings = [
    booking("later", "2026-12-24T10:00:00Z"),
    booking("past", "2026-11-21T12:00:00Z"),
    booking("next", "2026-11-21T12:00:01Z"),
    booking("unapproved", "2026-11-30T10:00:00Z", "pending"),
    booking("without a time", null),
  ];
  expect(upcomingMeetings(bookings, now).map(({ id }) => id)).toEqual(["next", "later"]);
});

test("writes start and end in UTC and escapes special characters", () => {
  const service_type = "Audit, part 1; review\nand plan";
  const file = calendarFile(
    { id: "m1", service_type, scheduled_at: instant("2026-12-24T10:00:00+01:00") },
    firm,
    now,
  );
  expect(file).toContain("UID:m1@wardline.example\r\n");
  expect(file).toContain("DTSTART:20261224T090000Z\r\nDTEND:20261224T093000Z\r\n");
  expect(file).toContain("SUMMARY:Wardline: Audit\\, part 1\\; review\\nand plan\r\n");
  expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
});

test("folds lines at 75 octets without losing text", () => {
  const service_type = "Überprüfung ".repeat(20).trim();
  const file = calendarFile(
    { id: "m1", service_type, scheduled_at: instant("2026-12-24T10:00:00Z") },
    firm,
    now,
  );
  const longest = Math.max(...file.split("\r\n").map((line) => Buffer.byteLength(line)));
  expect(longest).toBeLessThanOrEqual(75);
  expect(file.replaceAll("\r\n ", "")).toContain(`SUMMARY:Wardline: ${service_type}`);
});
