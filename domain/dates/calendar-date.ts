import type { CalendarDate } from "#supabase/value-types.ts";

export type { CalendarDate };

const DATE_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MS_PER_DAY = 86_400_000;

/** Whether the text is a date that exists. 2025-02-29 does not exist. */
export function isCalendarDate(text: string): text is CalendarDate {
  return isExistingDate(text);
}

/** @throws {RangeError} when the text is not an existing date. */
export function calendarDate(text: string): CalendarDate {
  if (!isCalendarDate(text)) {
    throw new RangeError(`not a date: ${text}`);
  }
  return text;
}

/** Parses a date. Returns null for missing or invalid text. */
export function parseCalendarDate(text: string | null | undefined): CalendarDate | null {
  return text && isCalendarDate(text) ? text : null;
}

/**
 * Formats a date, such as "Oct 14, 2025". Returns a dash for a missing date. Returns dates outside the years 0 to 9999
 * unchanged, because PostgreSQL can store them.
 */
export function formatDate(date: CalendarDate | null | undefined): string {
  if (!date) {
    return "—";
  }
  const parts = DATE_PATTERN.exec(date);
  if (!parts || !isExistingDate(date)) {
    return date;
  }
  const [, year, month, day] = parts;
  return `${MONTHS[Number(month) - 1]} ${Number(day)}, ${year}`;
}

/** Formats a date without the year if it is the one of `today`, such as "Oct 14". */
export function formatShortDate(date: CalendarDate, today: CalendarDate): string {
  const text = formatDate(date);
  return date.slice(0, 4) === today.slice(0, 4) ? text.replace(/, \d{4}$/, "") : text;
}

/**
 * Returns the date of an instant in an IANA time zone. Treats an unknown or missing zone as UTC, so that an invoice
 * whose zone this runtime does not support still loads.
 * @throws {RangeError} when the date is invalid or after the year 9999.
 */
export function dateInTimeZone(instant: Date, timeZone: string): CalendarDate {
  const formatter = findDateFormatter(timeZone) ?? findDateFormatter("UTC");
  // Several times as fast as reading the parts. Its order of year, month and day depends on the locale data.
  const text = formatter?.format(instant) ?? "";
  if (isCalendarDate(text)) {
    return text;
  }
  const parts = new Map(formatter?.formatToParts(instant).map((part) => [part.type, part.value]));
  return calendarDate(`${parts.get("year")?.padStart(4, "0")}-${parts.get("month")}-${parts.get("day")}`);
}

/**
 * Returns the number of days from one date to another. It is negative when the second date is earlier.
 * @throws {RangeError} when either date is invalid.
 */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  if (!isExistingDate(from) || !isExistingDate(to)) {
    throw new RangeError(`not a date: ${from} or ${to}`);
  }
  return Math.round((parseUtcMidnight(to) - parseUtcMidnight(from)) / MS_PER_DAY);
}

/** @throws {RangeError} when the date is invalid, or the result is outside the years 0 to 9999. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  if (!isExistingDate(date)) {
    throw new RangeError(`not a date: ${date}`);
  }
  return calendarDate(new Date(parseUtcMidnight(date) + days * MS_PER_DAY).toISOString().slice(0, 10));
}

function isExistingDate(text: string): boolean {
  const parts = DATE_PATTERN.exec(text);
  const [year, month, day] = [Number(parts?.[1]), Number(parts?.[2]), Number(parts?.[3])];
  return parts !== null && month >= 1 && month <= 12 && day >= 1 && day <= countDays(year, month);
}

/** Returns the number of days of a month. */
function countDays(year: number, month: number): number {
  if (month === 2) {
    return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  }
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Uses UTC, where every day has 24 hours. Returns NaN for invalid text. */
function parseUtcMidnight(date: string): number {
  return DATE_PATTERN.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
}

/** Whether the runtime supports this IANA time zone. An offset such as +02:00 is not one. */
export function isTimeZone(name: string): boolean {
  return /^[a-z]/i.test(name) && findDateFormatter(name) !== null;
}

/** Formatters by time zone. Creating one takes about 100 times as long as using it. Null for an unknown zone. */
const formattersByTimeZone = new Map<string, Intl.DateTimeFormat | null>();
/** More than the number of time zones with different rules. Limits the memory for unknown names. */
const MAX_CACHED_FORMATTERS = 500;

function findDateFormatter(timeZone: string): Intl.DateTimeFormat | null {
  const cachedFormatter = formattersByTimeZone.get(timeZone);
  if (cachedFormatter !== undefined) {
    return cachedFormatter;
  }
  if (formattersByTimeZone.size >= MAX_CACHED_FORMATTERS) {
    formattersByTimeZone.clear();
  }
  const formatter = createDateFormatter(timeZone);
  formattersByTimeZone.set(timeZone, formatter);
  return formatter;
}

function createDateFormatter(timeZone: string): Intl.DateTimeFormat | null {
  const fields = { year: "numeric", month: "2-digit", day: "2-digit", calendar: "iso8601" } as const;
  try {
    return new Intl.DateTimeFormat("en-US", { ...fields, timeZone });
  } catch {
    // `Intl.DateTimeFormat` throws for an unknown time zone.
    return null;
  }
}

/** Compares two dates for sorting. A missing date is later than all others. */
export function compareDates(a: CalendarDate | null, b: CalendarDate | null): number {
  if (a === b) {
    return 0;
  }
  return a !== null && (b === null || a < b) ? -1 : 1;
}
