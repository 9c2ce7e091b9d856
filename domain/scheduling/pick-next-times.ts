import type { Instant } from "#domain/dates/instant.ts";
import { groupByDate } from "#domain/scheduling/free-days.ts";

/**
 * Picks up to `count` free times: the first time of each of the next dates and, if there are fewer dates, the second times,
 * and so on. The result is in ascending order.
 */
export function pickNextTimes(times: readonly Instant[], timeZone: string, count: number): Instant[] {
  const days = groupByDate(times, timeZone).slice(0, count);
  const byRank = Array.from({ length: count }, (_, rank) =>
    days.flatMap((day) => day.times.slice(rank, rank + 1)),
  );
  return byRank.flat().slice(0, count).toSorted();
}
