import * as z from "zod/mini";

const LONGEST_REASON = 1000;
const TIME_IN_FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** Whether the runtime knows the IANA time zone. */
function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en-US", { timeZone: name }));
  } catch {
    return false;
  }
}

/** What approving a booking sends: the meeting's instant, and the zone in which the firm names it. */
export const ApproveBooking = z.object({
  scheduledAt: z.iso.datetime("Please choose a date and time"),
  timeZone: z.string().check(z.maxLength(100), z.refine(isTimeZone, "Unknown time zone")),
});
export type ApproveBooking = z.infer<typeof ApproveBooking>;

/** What declining sends: the client reads the reason. */
export const DeclineBooking = z.object({
  reason: z.string().check(
    z.trim(),
    z.minLength(1, "Please give a reason"),
    z.maxLength(
      LONGEST_REASON,
      `The reason must be at most ${LONGEST_REASON.toLocaleString("en-US")} characters`,
    ),
    z.refine((text) => !text.includes("\0"), "Please remove the characters that are not text"),
  ),
});
export type DeclineBooking = z.infer<typeof DeclineBooking>;

/**
 * The instant of a date and time typed in the reader's own zone.
 * @returns null for what is no time, or for one that has passed.
 */
export function timeAhead(typed: string, now: Date): Date | null {
  const instant = TIME_IN_FORM.test(typed) ? new Date(typed) : null;
  return instant && instant.getTime() > now.getTime() ? instant : null;
}

/** "Tuesday, January 5, 2027 at 10:00 AM GMT+1", in the given zone. */
export function meetingWords(instant: Date, timeZone: string): string {
  const day = instant.toLocaleDateString("en-US", { dateStyle: "full", timeZone });
  const time = instant.toLocaleTimeString("en-US", {
    hour: "numeric",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  });
  return `${day} at ${time}`;
}
