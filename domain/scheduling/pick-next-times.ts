import type { Instant } from "#domain/dates/instant.ts";
import { groupByDate } from "#domain/scheduling/free-days.ts";

const MAX_PER_DATE = 2;

/**
 * Picks free times of different dates: the first time of each of the next dates or, if there are fewer dates than `count`, up
 * to two times of a date. The result is in ascending order.
 */
export function pickNextTimes(times: readonly Instant[], timeZone: string, count: number): Instant[] {
  const days = groupByDate(times, timeZone).slice(0, count);
  const byRank = Array.from({ length: MAX_PER_DATE }, (_, rank) =>
    days.flatMap((day) => day.times.slice(rank, rank + 1)),
  );
  return byRank.flat().slice(0, count).toSorted();
}
