import { expect, test } from "vitest";
import { instant, parseInstant } from "#domain/dates/instant.ts";
import type { BookingStatus } from "./booking.ts";
import {
  canJoinMeeting,
  formatCalendarFile,
  listPastMeetings,
  listUnfinishedMeetings,
  listUpcomingMeetings,
  MEETING_DEFAULTS,
} from "./meeting.ts";

const now = new Date("2026-11-21T12:00:00Z");
const firm = { name: "Wardline", contactEmail: "hello@wardline.example" };
const buildBooking = (id: string, scheduled_at: string | null, status: BookingStatus = "approved") => ({
  id,
  status,
  scheduled_at: parseInstant(scheduled_at),
  service_type: "Other",
  ...MEETING_DEFAULTS,
});

test("returns approved bookings in the future, soonest first", () => {
  const bookings = [
    buildBooking("later", "2026-12-24T10:00:00Z"),
    buildBooking("past", "2026-11-21T12:00:00Z"),
    buildBooking("next", "2026-11-21T12:00:01Z"),
    buildBooking("unapproved", "2026-11-30T10:00:00Z", "pending"),
    buildBooking("without a time", null),
  ];
  expect(listUpcomingMeetings(bookings, now).map(({ id }) => id)).toEqual(["next", "later"]);
});

test("a meeting is unfinished until its end", () => {
  const booking = { ...buildBooking("m1", "2026-11-21T11:30:01Z"), meeting_minutes: 30 };
  expect(listUpcomingMeetings([booking], now)).toEqual([]);
  expect(listUnfinishedMeetings([booking], now)).toEqual([booking]);
  expect(listUnfinishedMeetings([booking], new Date("2026-11-21T12:00:01Z"))).toEqual([]);
  expect(listUnfinishedMeetings([{ ...booking, status: "cancelled" }], now)).toEqual([]);
});

test("lists past meetings from their end on, newest first", () => {
  const bookings = [
    buildBooking("ended", "2026-11-21T11:30:00Z"),
    buildBooking("in progress", "2026-11-21T11:30:01Z"),
    buildBooking("older", "2026-10-01T10:00:00Z", "completed"),
    buildBooking("newer", "2026-11-20T10:00:00Z", "in_progress"),
    buildBooking("canceled", "2026-11-20T10:00:00Z", "cancelled"),
    buildBooking("declined", "2026-11-20T10:00:00Z", "declined"),
    buildBooking("not approved", "2026-11-20T10:00:00Z", "pending"),
    buildBooking("without a time", null),
  ];
  expect(listPastMeetings(bookings, now).map(({ id }) => id)).toEqual(["ended", "newer", "older"]);
});

test("a meeting with a video link can be joined from 15 minutes before its start until its end", () => {
  const meeting_url = "https://meet.example/1";
  const booking = { ...buildBooking("m1", "2026-11-21T12:15:00Z"), meeting_url };
  expect(canJoinMeeting(booking, now)).toBe(true);
  expect(canJoinMeeting(booking, new Date("2026-11-21T11:59:59Z"))).toBe(false);
  expect(canJoinMeeting(booking, new Date("2026-11-21T12:44:59Z"))).toBe(true);
  expect(canJoinMeeting(booking, new Date("2026-11-21T12:45:00Z"))).toBe(false);
  expect(canJoinMeeting({ ...booking, meeting_url: null }, now)).toBe(false);
  expect(canJoinMeeting({ ...booking, status: "cancelled" }, now)).toBe(false);
});

test("writes start and end in UTC and escapes special characters", () => {
  const service_type = "Audit, part 1; review\nand plan";
  const file = formatCalendarFile(
    { id: "m1", service_type, scheduled_at: instant("2026-12-24T10:00:00+01:00"), ...MEETING_DEFAULTS },
    firm,
    { now },
  );
  expect(file).toContain("UID:m1@wardline.example\r\n");
  expect(file).toContain("DTSTART:20261224T090000Z\r\nDTEND:20261224T093000Z\r\n");
  expect(file).toContain("SUMMARY:Wardline: Audit\\, part 1\\; review\\nand plan\r\n");
  expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
});

test("folds lines at 75 octets without losing text", () => {
  const service_type = "Überprüfung ".repeat(20).trim();
  const file = formatCalendarFile(
    { id: "m1", service_type, scheduled_at: instant("2026-12-24T10:00:00Z"), ...MEETING_DEFAULTS },
    firm,
    { now },
  );
  const longestLine = Math.max(...file.split("\r\n").map((line) => Buffer.byteLength(line)));
  expect(longestLine).toBeLessThanOrEqual(75);
  expect(file.replaceAll("\r\n ", "")).toContain(`SUMMARY:Wardline: ${service_type}`);
});

test("contains the length and the link, and replaces or removes an earlier version of the event", () => {
  const meeting = {
    id: "m1",
    service_type: "Other",
    scheduled_at: instant("2026-12-24T10:00:00Z"),
    meeting_minutes: 45,
    meeting_url: "https://meet.firm.example/a,b",
    calendar_sequence: 2,
  };
  const file = formatCalendarFile(meeting, { ...firm, name: 'A "Firm"' }, { now });
  expect(file).toContain("METHOD:PUBLISH\r\n");
  expect(file).toContain("SEQUENCE:2\r\nSTATUS:CONFIRMED\r\n");
  expect(file).toContain('ORGANIZER;CN="A Firm":mailto:hello@wardline.example\r\n');
  expect(file).toContain("DTEND:20261224T104500Z\r\n");
  expect(file).toContain("LOCATION:https://meet.firm.example/a\\,b\r\nURL:https://meet.firm.example/a,b\r\n");
  expect(file.replaceAll("\r\n ", "")).toContain("Join: https://meet.firm.example/a\\,b\\nQuestions?");
  const cancellation = formatCalendarFile(meeting, firm, { now, isCancelled: true });
  expect(cancellation).toContain("METHOD:CANCEL\r\n");
  expect(cancellation).toContain("STATUS:CANCELLED\r\n");
});
