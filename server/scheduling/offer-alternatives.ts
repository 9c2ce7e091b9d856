import type { Instant } from "#domain/dates/instant.ts";
import { listAlternatives } from "#server/scheduling/free-times.ts";
import { TimeTakenError } from "#server/scheduling/reserve-time.ts";
import type { Services } from "#server/services.ts";

export type TimeTaken = { ok: false; reason: "time_taken"; freeTimes: Instant[] };

/** Runs work that books a time. If the time is not free, returns the closest times that are. */
export async function offerAlternatives<Result>(
  { database, now }: Pick<Services, "database" | "now">,
  work: () => Promise<Result>,
): Promise<Result | TimeTaken> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TimeTakenError)) {
      throw error;
    }
    const freeTimes = await database.bypassPolicies({ reason: "offer other times" }, (query) =>
      listAlternatives(query, new Date(error.startsAt), now()),
    );
    return { ok: false, reason: "time_taken", freeTimes };
  }
}
