import { expect, test } from "vitest";
import { ApproveBooking, DeclineBooking, meetingWords, timeAhead } from "./booking-answer.ts";

const now = new Date("2027-01-05T10:00:00Z");

test("a meeting is named in the firm's zone, with the zone", () => {
  expect(meetingWords(now, "America/Los_Angeles")).toMatch(/^Tuesday, January 5, 2027 at 2:00\sAM PST$/);
});

test("only a time ahead can be chosen", () => {
  expect(timeAhead("2027-01-07T10:00", now)).toEqual(new Date("2027-01-07T10:00"));
  for (const typed of ["2027-01-03T10:00", "", "2027-01-07", "2027-13-45T10:00", "tomorrow"])
    expect(timeAhead(typed, now)).toBeNull();
});

test("an answer without its reason, or at no time, is refused", () => {
  for (const reason of ["", "  ", "x".repeat(1001), "a\0"])
    expect(DeclineBooking.safeParse({ reason }).success).toBe(false);
  const time = { scheduledAt: "2027-01-05T10:00:00.000Z", timeZone: "Europe/Paris" };
  expect(ApproveBooking.safeParse(time).success).toBe(true);
  expect(ApproveBooking.safeParse({ ...time, timeZone: "Mars/Olympus" }).success).toBe(false);
  expect(ApproveBooking.safeParse({ ...time, scheduledAt: "2027-01-05" }).success).toBe(false);
});
