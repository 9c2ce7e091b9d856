import { formatTimeZoneAt } from "#domain/dates/time-zone.ts";

/** Formats a time with its date and time zone, such as "Tue, Dec 1, 9:00 AM EST". */
export function formatShortTime(time: Date, timeZone: string): string {
  const dateAndTime = time.toLocaleString("en-US", {
    ...{ weekday: "short", month: "short", day: "numeric" },
    ...{ hour: "numeric", minute: "2-digit", timeZone },
  });
  return `${dateAndTime} ${formatTimeZoneAt(time, timeZone)}`;
}
