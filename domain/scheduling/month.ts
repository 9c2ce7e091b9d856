import { addDays, type CalendarDate, calendarDate, daysBetween } from "#domain/dates/calendar-date.ts";

/** The minimum number of weeks that a calendar shows for the current month. */
const MIN_CURRENT_WEEKS = 3;

/** Returns the first date of the month that contains the date. */
export function startOfMonth(date: CalendarDate): CalendarDate {
  return calendarDate(`${date.slice(0, 8)}01`);
}

/** Returns the date some months later, or the last date of that month if it is shorter. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const monthIndex = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const first = calendarDate(
    `${String(Math.floor(monthIndex / 12)).padStart(4, "0")}-${String((monthIndex % 12) + 1).padStart(2, "0")}-01`,
  );
  const lastDay = daysBetween(first, startOfMonth(addDays(first, 31)));
  return addDays(first, Math.min(Number(date.slice(8)), lastDay) - 1);
}

/** Returns the day of the week, from 0 for Sunday to 6 for Saturday. */
export function getWeekday(date: CalendarDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** Returns the weeks of the month that contains the date, from Sunday to Saturday. Days of other months are null. */
export function listMonthWeeks(date: CalendarDate): (CalendarDate | null)[][] {
  const first = startOfMonth(date);
  const dayCount = daysBetween(first, addMonths(first, 1));
  const offset = getWeekday(first);
  return Array.from({ length: Math.ceil((offset + dayCount) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const index = week * 7 + weekday - offset;
      return index >= 0 && index < dayCount ? addDays(first, index) : null;
    }),
  );
}

/**
 * Returns the weeks that a calendar shows for the month that contains the date. The current month starts at the current week. If
 * fewer than three weeks of it are left, the weeks continue into the next month, so that the next days are visible.
 */
export function listCalendarWeeks(date: CalendarDate, today: CalendarDate): (CalendarDate | null)[][] {
  const weeks = listMonthWeeks(date);
  if (startOfMonth(date) !== startOfMonth(today)) {
    return weeks;
  }
  const left = weeks.slice(weeks.findIndex((week) => week.includes(today)));
  if (left.length >= MIN_CURRENT_WEEKS) {
    return left;
  }
  const sunday = addDays(today, -getWeekday(today));
  return Array.from({ length: MIN_CURRENT_WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const day = addDays(sunday, week * 7 + weekday);
      return day < startOfMonth(today) ? null : day;
    }),
  );
}

/** Returns the first date of the month whose calendar shows the date: the current month, if its weeks include the date. */
export function getCalendarMonth(date: CalendarDate, today: CalendarDate): CalendarDate {
  return startOfMonth(listCalendarWeeks(today, today).flat().includes(date) ? today : date);
}

/** Formats the months of some weeks, such as "Nov – Dec 2026". */
export function formatMonths(weeks: readonly (readonly (CalendarDate | null)[])[]): string {
  const dates = weeks.flat().filter((date) => date !== null);
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) {
    return "";
  }
  if (startOfMonth(first) === startOfMonth(last)) {
    return formatMonth(first);
  }
  const [from, to] = [formatMonth(first, "short"), formatMonth(last, "short")];
  return first.slice(0, 4) === last.slice(0, 4) ? `${from.split(" ")[0]} – ${to}` : `${from} – ${to}`;
}

/** Formats a month, such as "December 2026", or "Dec 2026" if it is short. */
export function formatMonth(date: CalendarDate, style: "long" | "short" = "long"): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString("en-US", {
    month: style,
    year: "numeric",
    timeZone: "UTC",
  });
}
