import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import {
  DeclineBooking,
  formatBookingTime,
  formatMeetingTime,
  MeetingForm,
  ProposeMeetingTime,
  parseFutureTime,
  ScheduleMeeting,
  suggestMeetingTime,
  toLocalTime,
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
  expect(ScheduleMeeting.safeParse(time).success).toBe(true);
  expect(ScheduleMeeting.safeParse({ ...time, timeZone: "Mars/Olympus" }).success).toBe(false);
  expect(ScheduleMeeting.safeParse({ ...time, scheduledAt: "2027-01-05" }).success).toBe(false);
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
  const result = ScheduleMeeting.safeParse({ scheduledAt, timeZone: "UTC" });
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
  expect(MeetingForm.safeParse({ localTime, minutes: "30", meetingUrl: "" }).success).toBe(accepted);
});

test.each([
  ["2026-03-29T00:59:00Z", "Sunday, March 29, 2026 at 1:59 AM CET"],
  ["2026-03-29T01:00:00Z", "Sunday, March 29, 2026 at 3:00 AM CEST"],
  ["2026-12-31T23:30:00Z", "Friday, January 1, 2027 at 12:30 AM CET"],
])("formats %s in Berlin as %s", (time, expected) => {
  expect(formatMeetingTime(new Date(time), "Europe/Berlin").replaceAll(/\s/g, " ")).toBe(expected);
});

test.each([
  ["", true],
  ["https://meet.firm.example/abc", true],
  ["http://meet.firm.example/abc", false],
  ["javascript:alert(1)", false],
  ["https://meet.firm.example/a b", false],
  [`https://meet.firm.example/${"x".repeat(474)}`, true],
  [`https://meet.firm.example/${"x".repeat(475)}`, false],
])("validates the meeting link %j (accepted: %s)", (meetingUrl, accepted) => {
  const meeting = { scheduledAt: "2027-01-05T10:00:00Z", timeZone: "UTC", meetingUrl };
  expect(ScheduleMeeting.safeParse(meeting).success).toBe(accepted);
});

test.each([
  [14, false],
  [15, true],
  [480, true],
  [481, false],
  [30.5, false],
])("validates a length of %s minutes (accepted: %s)", (meetingMinutes, accepted) => {
  const meeting = { scheduledAt: "2027-01-05T10:00:00Z", timeZone: "UTC", meetingMinutes };
  expect(ScheduleMeeting.safeParse(meeting).success).toBe(accepted);
});

test("a meeting is 30 minutes long and has no link by default", () => {
  expect(ScheduleMeeting.parse({ scheduledAt: "2027-01-05T10:00:00Z", timeZone: "UTC" })).toMatchObject({
    meetingMinutes: 30,
    meetingUrl: "",
  });
});

test("accepts a note of up to 1,000 characters with a proposed time", () => {
  const proposal = { proposedAt: "2027-01-05T10:00:00Z", note: "x".repeat(1000) };
  expect(ProposeMeetingTime.safeParse(proposal).success).toBe(true);
  expect(ProposeMeetingTime.safeParse({ ...proposal, note: "x".repeat(1001) }).success).toBe(false);
});

test("suggests 10:00 on the preferred date, unless it has passed", () => {
  const day = calendarDate("2027-01-05");
  expect(suggestMeetingTime(day, [], new Date(2027, 0, 5, 9, 59))).toBe("2027-01-05T10:00");
  expect(suggestMeetingTime(day, [], new Date(2027, 0, 5, 10, 0))).toBe("");
});

test("suggests the first free time that is not in the past", () => {
  const day = calendarDate("2027-01-05");
  const freeTimes = [new Date(2027, 0, 5, 9), new Date(2027, 0, 6, 14, 30)].map((time) =>
    instant(time.toISOString()),
  );
  expect(suggestMeetingTime(day, freeTimes, new Date(2027, 0, 5, 8, 59))).toBe("2027-01-05T09:00");
  expect(suggestMeetingTime(day, freeTimes, new Date(2027, 0, 5, 9))).toBe("2027-01-06T14:30");
});

test("formats a time for a local date and time field", () => {
  expect(toLocalTime(new Date(2027, 0, 5, 9, 5))).toBe("2027-01-05T09:05");
});

test("shows the meeting time of an approved booking only, otherwise the preferred start", () => {
  const booking = {
    kind: "booking",
    status: "approved",
    scheduled_at: instant("2027-01-07T15:00:00Z"),
    preferred_start_date: calendarDate("2027-01-05"),
  } as const;
  expect(formatBookingTime(booking, "UTC")).toMatch(/^Meeting on Thursday, January 7, 2027 at 3:00\sPM UTC$/);
  const preferred = "Preferred start Jan 5, 2027";
  expect(formatBookingTime({ ...booking, scheduled_at: null }, "UTC")).toBe(preferred);
  expect(formatBookingTime({ ...booking, status: "pending" }, "UTC")).toBe(preferred);
  expect(formatBookingTime({ ...booking, status: "pending", kind: "meeting" }, "UTC")).toBe(
    "Preferred date Jan 5, 2027",
  );
  expect(formatBookingTime({ ...booking, status: "cancelled" }, "UTC")).toBe(preferred);
});
