import { expect, test } from "vitest";
import { ApproveBooking, DeclineBooking, formatMeetingTime, parseFutureTime } from "./booking-decision.ts";

const now = new Date("2027-01-05T10:00:00Z");

test("formats a meeting time in the given time zone", () => {
  expect(formatMeetingTime(now, "America/Los_Angeles")).toMatch(/^Tuesday, January 5, 2027 at 2:00\sAM PST$/);
});

test("accepts only a time in the future", () => {
  expect(parseFutureTime("2027-01-07T10:00", now)).toEqual(new Date("2027-01-07T10:00"));
  for (const typed of ["2027-01-03T10:00", "", "2027-01-07", "2027-13-45T10:00", "tomorrow"]) {
    expect(parseFutureTime(typed, now)).toBeNull();
  }
});

test("rejects a decline without a reason and an approval without a valid time", () => {
  for (const reason of ["", "  ", "x".repeat(1001), "a\0"]) {
    expect(DeclineBooking.safeParse({ reason }).success).toBe(false);
  }
  const time = { scheduledAt: "2027-01-05T10:00:00.000Z", timeZone: "Europe/Paris" };
  expect(ApproveBooking.safeParse(time).success).toBe(true);
  expect(ApproveBooking.safeParse({ ...time, timeZone: "Mars/Olympus" }).success).toBe(false);
  expect(ApproveBooking.safeParse({ ...time, scheduledAt: "2027-01-05" }).success).toBe(false);
});
