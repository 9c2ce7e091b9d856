import { expect, test } from "vitest";
import {
  ApproveBooking,
  DeclineBooking,
  formatMeetingTime,
  MeetingTimeForm,
  parseFutureTime,
} from "./booking-decision.ts";

const now = new Date("2027-01-05T10:00:00Z");

test("formats a meeting time in the given time zone", () => {
  expect(formatMeetingTime(now, "America/Los_Angeles")).toMatch(/^Tuesday, January 5, 2027 at 2:00\sAM PST$/);
});

test("accepts only a future time", () => {
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

test.each([
  ["2027-01-05T10:00:00Z", true],
  ["2027-01-05T10:00Z", false],
  ["2028-02-29T10:00:00.123Z", true],
  ["2027-02-29T10:00:00Z", false],
  ["2027-01-05T25:00:00Z", false],
  ["2027-01-05T10:00:00", false],
  ["", false],
])("validates the meeting time %j (accepted: %s)", (scheduledAt, accepted) => {
  const result = ApproveBooking.safeParse({ scheduledAt, timeZone: "UTC" });
  expect(result.success).toBe(accepted);
  expect(result.data?.scheduledAt).toBe(accepted ? scheduledAt : undefined);
});

test("accepts a reason of up to 1,000 characters and trims it", () => {
  expect(DeclineBooking.parse({ reason: ` ${"x".repeat(1000)} ` }).reason).toHaveLength(1000);
  expect(DeclineBooking.safeParse({ reason: "x".repeat(1001) }).error?.issues[0]?.message).toBe(
    "The reason must be at most 1,000 characters",
  );
});

test("accepts only times after the current minute", () => {
  const meetingTime = new Date(2027, 0, 5, 10, 0);
  const justBefore = new Date(meetingTime.getTime() - 1);
  expect(parseFutureTime("2027-01-05T10:00", justBefore)).toEqual(meetingTime);
  expect(parseFutureTime("2027-01-05T10:00", meetingTime)).toBeNull();
});

test.each([
  ["2999-01-01T10:00", true],
  ["2000-01-01T10:00", false],
  ["", false],
])("validates the form value %j (accepted: %s)", (localTime, accepted) => {
  expect(MeetingTimeForm.safeParse({ localTime }).success).toBe(accepted);
});

test.each([
  ["2026-03-29T00:59:00Z", "Sunday, March 29, 2026 at 1:59 AM GMT+1"],
  ["2026-03-29T01:00:00Z", "Sunday, March 29, 2026 at 3:00 AM GMT+2"],
  ["2026-12-31T23:30:00Z", "Friday, January 1, 2027 at 12:30 AM GMT+1"],
])("formats %s in Berlin as %s", (time, expected) => {
  expect(formatMeetingTime(new Date(time), "Europe/Berlin").replaceAll(/\s/g, " ")).toBe(expected);
});
