import {
  addDays,
  type CalendarDate,
  calendarDate,
  formatDate,
  parseCalendarDate,
} from "#domain/dates/calendar-date.ts";
import { listKeys } from "#domain/status.ts";
import type { StatementPeriod } from "./build-statement.ts";

const PERIOD_LABELS = {
  "this-month": "This month",
  "last-month": "Last month",
  "this-quarter": "This quarter",
  "this-year": "This year",
  "last-year": "Last year",
  all: "All time",
} as const;

export type PeriodPreset = keyof typeof PERIOD_LABELS;

/** Preset periods, in display order. */
export const PERIOD_PRESETS = listKeys(PERIOD_LABELS);

export function periodPresetLabel(preset: PeriodPreset): string {
  return PERIOD_LABELS[preset];
}

/** Returns a preset's first and last day. The current month, quarter and year end today. */
export function presetPeriod(preset: PeriodPreset, today: CalendarDate): StatementPeriod {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  switch (preset) {
    case "this-month":
      return { from: firstDay(year, month), to: today };
    case "last-month":
      return { from: firstDay(year, month - 1), to: addDays(firstDay(year, month), -1) };
    case "this-quarter":
      return { from: firstDay(year, month - ((month - 1) % 3)), to: today };
    case "this-year":
      return { from: firstDay(year, 1), to: today };
    case "last-year":
      return { from: firstDay(year - 1, 1), to: addDays(firstDay(year, 1), -1) };
    case "all":
      return { from: null, to: today };
  }
}

/** Returns the preset with this period, or null if there is none. */
export function findPreset(period: StatementPeriod, today: CalendarDate): PeriodPreset | null {
  return (
    PERIOD_PRESETS.find((preset) => {
      const { from, to } = presetPeriod(preset, today);
      return from === period.from && to === period.to;
    }) ?? null
  );
}

/**
 * Parses the period in a URL. A missing date means no limit.
 * @returns null if a date is invalid or the last day is before the first one
 */
export function parsePeriod(from: string | null, to: string | null): StatementPeriod | null {
  const period = { from: parseCalendarDate(from), to: parseCalendarDate(to) };
  const isInvalid = (Boolean(from) && !period.from) || (Boolean(to) && !period.to);
  const isReversed = period.from !== null && period.to !== null && period.to < period.from;
  return isInvalid || isReversed ? null : period;
}

/** Returns the first day of a month. Month 0 is December of the previous year. */
function firstDay(year: number, month: number): CalendarDate {
  const [actualYear, actualMonth] = month < 1 ? [year - 1, month + 12] : [year, month];
  return calendarDate(`${String(actualYear).padStart(4, "0")}-${String(actualMonth).padStart(2, "0")}-01`);
}

/** Describes a period, such as "Jan 1, 2026 to Mar 31, 2026" or "Through Mar 31, 2026". */
export function describePeriod({ from, to }: StatementPeriod): string {
  if (from && to) {
    return `${formatDate(from)} to ${formatDate(to)}`;
  }
  if (from) {
    return `From ${formatDate(from)}`;
  }
  return to ? `Through ${formatDate(to)}` : "All time";
}
