import { dateIn, formatDate } from "#domain/calendar-date.ts";

const MINUTES_AN_HOUR = 60;
const MINUTES_A_DAY = 1440;
const MILLISECONDS_A_MINUTE = 60_000;

/**
 * How long ago something was uploaded (specification section 9): minutes when under 60, hours when under
 * 1440 minutes, else the date in the reader's time zone. A clock that runs ahead counts as now.
 */
export function relativeTime(instant: string, now: Date, timeZone: string): string {
  const then = new Date(instant);
  if (Number.isNaN(then.getTime())) return "—";
  const minutes = Math.floor(Math.max(0, now.getTime() - then.getTime()) / MILLISECONDS_A_MINUTE);
  if (minutes < 1) return "less than a minute ago";
  if (minutes < MINUTES_AN_HOUR) return ago(minutes, "minute");
  if (minutes < MINUTES_A_DAY) return ago(Math.floor(minutes / MINUTES_AN_HOUR), "hour");
  return formatDate(dateIn(then, timeZone));
}

/** A stored instant as a day, "Oct 14, 2025", in the reader's time zone. */
export function formatDay(instant: string, timeZone: string): string {
  const then = new Date(instant);
  return Number.isNaN(then.getTime()) ? "—" : formatDate(dateIn(then, timeZone));
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}
