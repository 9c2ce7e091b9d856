/**
 * Days without a time. A column's `date` is the text YYYY-MM-DD and stays that text: no screen and no rule
 * turns it into an instant, so no time zone can move it to the day before (decisions, reading 15).
 */
export type CalendarDate = string;

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MILLISECONDS_A_DAY = 86_400_000;

/** Whether the text is a day of the calendar: 2025-02-29 is not. */
export function isCalendarDate(text: string): boolean {
  const time = midnight(text);
  return Number.isFinite(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/** "Oct 14, 2025"; a dash for no date. What is no date is shown as it came. */
export function formatDate(date: CalendarDate | null | undefined): string {
  if (!date) return "—";
  const parts = SHAPE.exec(date);
  if (!parts || !isCalendarDate(date)) return date;
  const [, year, month, day] = parts;
  return `${MONTHS[Number(month) - 1]} ${Number(day)}, ${year}`;
}

/**
 * The day it is at an instant in an IANA time zone. An unknown or missing zone counts as UTC: an invoice must
 * not fail to load because its zone's name is newer than the machine.
 */
export function dateIn(instant: Date, timeZone: string): CalendarDate {
  const parts = new Map(
    calendarOf(timeZone)
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  );
  return `${parts.get("year")?.padStart(4, "0")}-${parts.get("month")}-${parts.get("day")}`;
}

/** Whole days from one day to another; negative when the second comes first. Throws for what is no date. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  if (!isCalendarDate(from) || !isCalendarDate(to)) throw new RangeError(`not a date: ${from} or ${to}`);
  return Math.round((midnight(to) - midnight(from)) / MILLISECONDS_A_DAY);
}

/** The day so many days later, or earlier when negative. Throws for what is no date. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  if (!isCalendarDate(date)) throw new RangeError(`not a date: ${date}`);
  return new Date(midnight(date) + days * MILLISECONDS_A_DAY).toISOString().slice(0, 10);
}

/** UTC on both sides, so that no day has 23 or 25 hours. NaN for what has not the shape. */
function midnight(date: CalendarDate): number {
  return SHAPE.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
}

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const fields = { year: "numeric", month: "2-digit", day: "2-digit", calendar: "iso8601" } as const;
  try {
    return new Intl.DateTimeFormat("en-US", { ...fields, timeZone: timeZone || "UTC" });
  } catch {
    // Intl throws for a zone it does not know; the promise above says UTC.
    return new Intl.DateTimeFormat("en-US", { ...fields, timeZone: "UTC" });
  }
}
