import { addDays, type CalendarDate, calendarDate, daysBetween } from "#domain/dates/calendar-date.ts";

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

/** Formats a month, such as "December 2026". */
export function formatMonth(date: CalendarDate): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString("en-US", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}
