import { type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { getDateFormatter } from "#domain/dates/date-formatter.ts";
import { formatTimeWithZone } from "#domain/dates/date-time.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { formatTimeZone, getCity } from "#domain/dates/time-zone.ts";

/** Formats a date, such as "Tuesday, December 1, 2026". */
export function formatFullDate(date: CalendarDate): string {
  return getDateFormatter({ dateStyle: "full", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
}

/** Formats a date without its year, such as "Tuesday, December 1". */
export function formatWeekday(date: CalendarDate): string {
  const formatter = getDateFormatter({ weekday: "long", month: "long", day: "numeric", timeZone: "UTC" });
  return formatter.format(new Date(`${date}T00:00:00Z`));
}

/** Formats the time of day, such as "9:00 AM". */
export function formatTimeOfDay(time: Instant, timeZone: string): string {
  return getDateFormatter({ hour: "numeric", minute: "2-digit", timeZone }).format(new Date(time));
}

/** Formats the end of a period that starts now, such as "9:00 AM EST", with its day if that is not today. */
export function formatEnd(end: Instant, timeZone: string, now: Date): string {
  return dateInTimeZone(new Date(end), timeZone) === dateInTimeZone(now, timeZone)
    ? formatTimeWithZone(new Date(end), timeZone)
    : formatTimeOnDay(end, timeZone);
}

/** Formats a time with its time zone and its day, such as "9:00 AM EST on Tuesday, December 1". */
export function formatTimeOnDay(time: Instant, timeZone: string): string {
  const start = new Date(time);
  return `${formatTimeWithZone(start, timeZone)} on ${formatWeekday(dateInTimeZone(start, timeZone))}`;
}

/** The label of a free time in the visitor's zone, and the firm's time if it differs. */
export type TimeLabel = {
  /** The time of day, such as "9:00 AM". */
  label: string;
  /** Completes the label for screen readers: " on Tuesday, December 1, 2026, Pacific Time (Los Angeles)". */
  details: string;
  /** Such as "12:00 PM in New York". Empty if both clocks show the same time. */
  otherTime: string;
};

/** Formats a free time for a link. */
export function formatTimeLabel(time: Instant, timeZone: string, firmTimeZone: string): TimeLabel {
  const date = dateInTimeZone(new Date(time), timeZone);
  return {
    label: formatTimeOfDay(time, timeZone),
    details: ` on ${formatFullDate(date)}, ${formatTimeZone(timeZone)}`,
    otherTime: formatOtherTime(time, timeZone, firmTimeZone),
  };
}

/** Formats the firm's time, or returns an empty string if its clocks show the same as the visitor's. */
export function formatOtherTime(time: Instant, timeZone: string, firmTimeZone: string): string {
  const date = dateInTimeZone(new Date(time), timeZone);
  const firmDate = dateInTimeZone(new Date(time), firmTimeZone);
  const firmTime = formatTimeOfDay(time, firmTimeZone);
  if (firmDate === date && firmTime === formatTimeOfDay(time, timeZone)) {
    return "";
  }
  const weekday = firmDate === date ? "" : ` ${formatFullDate(firmDate).slice(0, 3)}`;
  return `${firmTime}${weekday} in ${getCity(firmTimeZone)}`;
}

/** Formats a period within a day, such as "9:00 – 9:30 AM". */
export function formatTimeSpan(start: Instant, end: Instant, timeZone: string): string {
  const [startTime, endTime] = [formatTimeOfDay(start, timeZone), formatTimeOfDay(end, timeZone)];
  const isSameHalf = startTime.slice(-2) === endTime.slice(-2);
  return `${isSameHalf ? startTime.slice(0, -3) : startTime} – ${endTime}`;
}
