import { expect, test } from "vitest";
import {
  BlockedTimeForm,
  DateOverride,
  FeedForm,
  HostForm,
  isFeedFailing,
  SCHEDULING_LIMITS,
  SchedulingSettings,
  WeeklyHours,
} from "./settings-form.ts";

const SETTINGS: SchedulingSettings = {
  timeZone: null,
  durationMinutes: 30,
  slotIntervalMinutes: 30,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 15,
  noticeMinutes: 1440,
  changeNoticeMinutes: 120,
  horizonDays: 60,
  maxPerDay: null,
  clientsPickTimes: false,
};
const HOST = { name: "Maya", email: "maya@firm.example", meetingUrl: "https://meet.example/m", phone: null };

test.each(Object.entries(SCHEDULING_LIMITS))("%s accepts whole numbers in its range", (name, {
  min,
  max,
}) => {
  const isAccepted = (value: number) => SchedulingSettings.safeParse({ ...SETTINGS, [name]: value }).success;
  expect([min - 1, min, max, max + 1, min + 0.5].map(isAccepted)).toEqual([false, true, true, false, false]);
});

test("accepts only IANA time zones, or none", () => {
  const isAccepted = (timeZone: unknown) => SchedulingSettings.safeParse({ ...SETTINGS, timeZone }).success;
  expect(["Asia/Kathmandu", null, "Mars/Olympus", ""].map(isAccepted)).toEqual([true, true, false, false]);
});

test("requires the hours of seven days", () => {
  expect(WeeklyHours.safeParse({ days: Array.from({ length: 7 }, () => []) }).success).toBe(true);
  expect(WeeklyHours.safeParse({ days: [] }).success).toBe(false);
});

test("a date without hours is closed", () => {
  expect(DateOverride.parse({ date: "2026-12-25", hours: [] })).toEqual({
    date: "2026-12-25",
    hours: [],
    label: "",
  });
  expect(DateOverride.safeParse({ date: "2026-02-29", hours: [] }).success).toBe(false);
});

test.each([
  [{}, true],
  [{ meetingUrl: null, phone: "+1 212 555 0100" }, true],
  [{ phone: "+1 212 555 0100" }, false],
  [{ meetingUrl: null }, false],
  [{ meetingUrl: "http://meet.example" }, false],
  [{ name: " " }, false],
  [{ email: "maya" }, false],
])("validates a host with %j (accepted: %s)", (change, accepted) => {
  expect(HostForm.safeParse({ ...HOST, ...change }).success).toBe(accepted);
});

test("a blocked time must end after it starts", () => {
  const isAccepted = (startsAt: string, endsAt: string) =>
    BlockedTimeForm.safeParse({ startsAt, endsAt }).success;
  expect(isAccepted("2026-12-01T10:00:00Z", "2026-12-01T10:00:01Z")).toBe(true);
  expect(isAccepted("2026-12-01T10:00:00Z", "2026-12-01T11:00:00+01:00")).toBe(false);
});

test.each([
  ["https://calendar.example/private.ics", true],
  ["webcal://calendar.example/a?b=c", true],
  ["https://calendar.example:443/a", true],
  ["https://calendar.example:8443/a", false],
  ["https://user:password@calendar.example/a", false],
  ["http://calendar.example/a", false],
  ["https://calendar.example/a b", false],
  ["file:///etc/passwd", false],
])("validates the calendar address %s (accepted: %s)", (url, accepted) => {
  const feed = { hostId: "7d9f0c9e-0000-4000-8000-000000000000", label: "Work", url };
  expect(FeedForm.safeParse(feed).success).toBe(accepted);
});

test("a calendar needs attention after two hours of failures", () => {
  const now = new Date("2026-11-24T12:00:00Z");
  const since = ["2026-11-24T10:00:00Z", "2026-11-24T10:00:01Z", null];
  expect(since.map((failingSince) => isFeedFailing({ failingSince }, now))).toEqual([true, false, false]);
});
