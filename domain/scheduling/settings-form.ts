import * as z from "zod/mini";
import { TimeZone } from "#domain/consultations/consultation-request.ts";
import { type CalendarDate, calendarDate, isCalendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import { DayHours } from "#domain/scheduling/hours.ts";
import { singleLine } from "#domain/text/single-line.ts";

/** Limits of the settings, equal to the constraints of `scheduling_settings`. */
export const SCHEDULING_LIMITS = {
  durationMinutes: { min: 15, max: 240 },
  slotIntervalMinutes: { min: 5, max: 240 },
  bufferBeforeMinutes: { min: 0, max: 240 },
  bufferAfterMinutes: { min: 0, max: 240 },
  noticeMinutes: { min: 0, max: 43_200 },
  changeNoticeMinutes: { min: 0, max: 43_200 },
  horizonDays: { min: 1, max: 365 },
  maxPerDay: { min: 1, max: 50 },
} as const;

function wholeNumber(name: keyof typeof SCHEDULING_LIMITS) {
  const { min, max } = SCHEDULING_LIMITS[name];
  const message = `Enter a whole number from ${min} to ${max.toLocaleString("en-US")}`;
  return z.int(message).check(z.minimum(min, message), z.maximum(max, message));
}

/** The scheduling settings. Without a time zone, the one in brand.ts is used. */
export const SchedulingSettings = z.object({
  timeZone: z.nullable(TimeZone),
  durationMinutes: wholeNumber("durationMinutes"),
  slotIntervalMinutes: wholeNumber("slotIntervalMinutes"),
  bufferBeforeMinutes: wholeNumber("bufferBeforeMinutes"),
  bufferAfterMinutes: wholeNumber("bufferAfterMinutes"),
  noticeMinutes: wholeNumber("noticeMinutes"),
  changeNoticeMinutes: wholeNumber("changeNoticeMinutes"),
  horizonDays: wholeNumber("horizonDays"),
  maxPerDay: z.nullable(wholeNumber("maxPerDay")),
  /** Whether clients schedule their meetings without an approval. */
  clientsPickTimes: z.boolean(),
});
export type SchedulingSettings = z.infer<typeof SchedulingSettings>;

/** The hours of each weekday, Monday first. */
export const WeeklyHours = z.object({
  days: z.array(DayHours).check(z.length(7, "Enter the hours of seven days")),
});
export type WeeklyHours = z.infer<typeof WeeklyHours>;

const shortText = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters`), singleLine);

const DateField = z.pipe(
  z.string().check(z.refine(isCalendarDate, "Choose a date")),
  z.transform((text): CalendarDate => calendarDate(text)),
);

/** A date whose hours replace the weekly hours. No hours mean closed. */
export const DateOverride = z.object({
  date: DateField,
  hours: DayHours,
  label: z._default(shortText(200), ""),
});
export type DateOverride = z.infer<typeof DateOverride>;

export const DateOverridePath = z.object({ date: DateField });

/** A host. Meetings take place at the video link or, without one, by phone. */
export const HostForm = z
  .object({
    name: shortText(200).check(z.minLength(1, "Enter a name")),
    email: z
      .string()
      .check(z.trim(), z.maxLength(254, "Invalid email address"), z.email("Invalid email address")),
    userId: z._default(z.nullable(z.guid()), null),
    meetingUrl: z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(500, "The link must be at most 500 characters"),
          z.regex(/^https:\/\/[^\s\p{Cc}]+$/u, "Enter a link that starts with https://"),
        ),
    ),
    phone: z.nullable(shortText(50).check(z.minLength(3, "Enter a phone number"))),
    isActive: z._default(z.boolean(), true),
  })
  .check(
    z.refine(({ meetingUrl, phone }) => (meetingUrl === null) !== (phone === null), {
      message: "Enter a video link or a phone number",
      path: ["meetingUrl"],
    }),
  );
export type HostForm = z.infer<typeof HostForm>;

const Moment = z.pipe(
  z.iso.datetime({ offset: true, error: "Choose a date and time" }),
  z.transform(instant),
);

/** A time that is not offered. Without a host, it is blocked for every host. */
export const BlockedTimeForm = z
  .object({
    hostId: z._default(z.nullable(z.guid()), null),
    startsAt: Moment,
    endsAt: Moment,
    reason: z._default(shortText(200), ""),
  })
  .check(
    z.refine(({ startsAt, endsAt }) => Date.parse(startsAt) < Date.parse(endsAt), {
      message: "The end must be after the start",
      path: ["endsAt"],
    }),
  );
export type BlockedTimeForm = z.infer<typeof BlockedTimeForm>;

/** A private calendar address. It is never returned. */
export const FeedForm = z.object({
  hostId: z.guid("Choose a host"),
  label: shortText(100).check(z.minLength(1, "Enter a name")),
  url: z
    .string()
    .check(
      z.trim(),
      z.maxLength(2000, "The address must be at most 2,000 characters"),
      z.refine(isFeedUrl, "Enter an address that starts with https:// or webcal://"),
    ),
});
export type FeedForm = z.infer<typeof FeedForm>;

function isFeedUrl(text: string): boolean {
  return /^(https|webcal):\/\/[^\s@/:?#]+(:443)?([/?]\S*)?$/i.test(text);
}

/** A calendar feed as administrators see it, without its address. */
export type CalendarFeed = {
  id: string;
  hostId: string;
  label: string;
  serverName: string;
  checkedAt: string | null;
  succeededAt: string | null;
  failingSince: string | null;
  failure: string | null;
  warnings: readonly string[];
  busyCount: number;
};

const FEED_WARNING_AFTER_MS = 2 * 3_600_000;

/** Whether a feed has failed for so long that an administrator must act. Calendars are often unavailable for minutes. */
export function isFeedFailing({ failingSince }: Pick<CalendarFeed, "failingSince">, now: Date): boolean {
  return failingSince !== null && now.getTime() - Date.parse(failingSince) >= FEED_WARNING_AFTER_MS;
}
