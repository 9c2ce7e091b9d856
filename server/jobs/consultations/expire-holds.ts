import type { JobHandler } from "#server/jobs/queue/job.ts";
import { expireHolds } from "#server/scheduling/reserve-time.ts";
import type { Services } from "#server/services.ts";

/** Unconfirmed bookings contain the data of people who may not have booked. */
const HOLD_RETENTION = "7 days";

/**
 * Releases the times of holds that were not confirmed in time. Free times don't depend on it, because they ignore such
 * holds. Deletes expired holds after a week.
 */
export function createExpireHoldsJob({ database, now }: Pick<Services, "database" | "now">): JobHandler {
  return () =>
    database.bypassPolicies({ reason: "expire holds", isRepeatable: true }, async (query) => {
      await expireHolds(query, now());
      await query(
        `delete from public.consultations
          where status = 'expired' and inquiry_id is null
            and greatest(hold_expires_at, ends_at) < $1::timestamptz - interval '${HOLD_RETENTION}'`,
        [now()],
      );
    });
}
