import { dateIn, formatDate } from "#domain/calendar-date.ts";

/** "as of 14:02", with the day before it unless that is today; both in the reader's time zone unless told otherwise. */
export function asOf(
  instant: string,
  now: Date,
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  const then = new Date(instant);
  const time = then.toLocaleTimeString("en-US", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  });
  const day = dateIn(then, timeZone);
  return day === dateIn(now, timeZone) ? `as of ${time}` : `as of ${formatDate(day)}, ${time}`;
}
