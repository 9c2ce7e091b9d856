import { Temporal } from "temporal-polyfill";
import { memoize } from "#domain/collections/memoize.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";

// temporal-polyfill is 56 KB, so only the server imports this file.

const MS_PER_MINUTE = 60_000;
const MINUTES_PER_DAY = 1440;
const MS_PER_DAY = MINUTES_PER_DAY * MS_PER_MINUTE;

/** Converts the wall-clock times of one date and time zone to timestamps in milliseconds. */
export type DayClock = {
  /** The start of the date, and of the next one. They are 24 hours apart, except when the offset changes. */
  start: number;
  end: number;
  /**
   * Returns the timestamp of a minute of the day, or null if the clock skips it. If the clock shows it twice, returns the
   * first one.
   */
  toStart(minute: number): number | null;
  /** Like `toStart`, but returns when the clock skips the minute. 1440 is the end of the day. */
  toEnd(minute: number): number;
};

/** Enough for the dates of the longest horizon in a few time zones. */
const MAX_CLOCKS = 2000;

/**
 * Returns the clock of a date and time zone, from a cache. Creating one takes longer than listing the times of its date.
 * @throws {RangeError} for an unknown time zone
 */
export const getDayClock = memoize(createDayClock, MAX_CLOCKS);

function createDayClock(date: CalendarDate, timeZone: string): DayClock {
  const day = Temporal.PlainDate.from(date);
  const start = day.toZonedDateTime(timeZone).epochMilliseconds;
  const end = day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
  // Converting each time with Temporal takes about 20 times as long, so do it only when the offset changes.
  if (end - start === MS_PER_DAY) {
    const convert = (minute: number) => start + minute * MS_PER_MINUTE;
    return { start, end, toStart: convert, toEnd: convert };
  }
  const convert = (minute: number) => {
    const time = day.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 });
    const zoned = time.toZonedDateTime(timeZone, { disambiguation: "earlier" });
    return { zoned, isSkipped: !zoned.toPlainDateTime().equals(time) };
  };
  return {
    start,
    end,
    toStart: (minute) => {
      const { zoned, isSkipped } = convert(minute);
      return isSkipped ? null : zoned.epochMilliseconds;
    },
    toEnd: (minute) => {
      if (minute === MINUTES_PER_DAY) {
        return end;
      }
      const { zoned, isSkipped } = convert(minute);
      // A skipped time is read with the offset after the change, so it is before the change.
      const transition = isSkipped ? zoned.getTimeZoneTransition("next") : null;
      return (transition ?? zoned).epochMilliseconds;
    },
  };
}

/**
 * Returns the timestamp in milliseconds of a date and time in a time zone. A time that the clock skips is moved forward,
 * and one that it shows twice is the first one, as in calendars (RFC 5545, section 3.3.5).
 * @throws {RangeError} for an unknown time zone
 */
export function toTimestamp(wallTime: string, timeZone: string): number {
  return Temporal.PlainDateTime.from(wallTime).toZonedDateTime(timeZone).epochMilliseconds;
}

/** Formats a timestamp in milliseconds as date and time in a time zone, such as "2026-12-01T09:00:00". */
export function toWallTime(timestamp: number, timeZone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO(timeZone);
  return zoned.toPlainDateTime().toString({ smallestUnit: "second" });
}

/** Returns the weekday of a date, from 1 for Monday to 7 for Sunday. */
export function isoWeekday(date: CalendarDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}
