import type { Instant } from "#domain/dates/instant.ts";
import { type FreeDay, groupByDate } from "#domain/scheduling/free-days.ts";

/**
 * Picks up to `timesPerDay` times on each of the first days: the first, the last, and evenly spaced times between them. With
 * one time per day, picks the first.
 */
export function pickDayTimes(
  times: readonly Instant[],
  timeZone: string,
  limits: { days: number; timesPerDay: number },
): FreeDay[] {
  return groupByDate(times, timeZone)
    .slice(0, limits.days)
    .map((day) => ({ ...day, times: pickSpread(day.times, limits.timesPerDay) }));
}

function pickSpread(times: readonly Instant[], count: number): readonly Instant[] {
  if (times.length <= count) {
    return times;
  }
  if (count <= 1) {
    return times.slice(0, count);
  }
  const indexes = Array.from({ length: count }, (_, index) =>
    Math.round((index * (times.length - 1)) / (count - 1)),
  );
  return times.filter((_, index) => indexes.includes(index));
}
