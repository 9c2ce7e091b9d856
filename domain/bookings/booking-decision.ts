import * as z from "zod/mini";
import { instant } from "#domain/dates/instant.ts";

const MAX_REASON_LENGTH = 1000;
const LOCAL_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en-US", { timeZone: name }));
  } catch {
    return false;
  }
}

/** Request to approve a booking: the meeting time, and the time zone used to display it. */
export const ApproveBooking = z.object({
  scheduledAt: z.pipe(z.iso.datetime("Choose a date and time"), z.transform(instant)),
  timeZone: z.string().check(z.maxLength(100), z.refine(isTimeZone, "Unknown time zone")),
});
export type ApproveBooking = z.infer<typeof ApproveBooking>;

/** Request to decline a booking. The client sees the reason. */
export const DeclineBooking = z.object({
  reason: z.string().check(
    z.trim(),
    z.minLength(1, "Enter a reason"),
    z.maxLength(
      MAX_REASON_LENGTH,
      `The reason must be at most ${MAX_REASON_LENGTH.toLocaleString("en-US")} characters`,
    ),
    z.refine((text) => !text.includes("\0"), "Remove unsupported characters"),
  ),
});
export type DeclineBooking = z.infer<typeof DeclineBooking>;

/** The form that approves a booking. `localTime` is a `datetime-local` value. */
export const MeetingTimeForm = z.object({
  localTime: z
    .string()
    .check(z.refine((value) => parseFutureTime(value, new Date()) !== null, "Choose a future date and time")),
});

/** Parses a `datetime-local` value in the browser's time zone. Returns null when it is invalid or in the past. */
export function parseFutureTime(value: string, now: Date): Date | null {
  const time = LOCAL_DATE_TIME.test(value) ? new Date(value) : null;
  return time && time.getTime() > now.getTime() ? time : null;
}

/** Formats a meeting time, such as "Tuesday, January 5, 2027 at 10:00 AM GMT+1". */
export function formatMeetingTime(time: Date, timeZone: string): string {
  const date = time.toLocaleDateString("en-US", { dateStyle: "full", timeZone });
  const timeOfDay = time.toLocaleTimeString("en-US", {
    hour: "numeric",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  });
  return `${date} at ${timeOfDay}`;
}
