import { SYNC_RUN_RETENTION_DAYS } from "#domain/retention.ts";
import type { Job } from "#server/jobs/job.ts";
import { storedPeriods } from "#server/jobs/keep-retention-periods.ts";
import type { Services } from "#server/services.ts";

/**
 * Forgets Square's events and the reports of syncs once nobody asks for them any more. An event is known by its id for
 * longer than Square repeats it; one that still waits stays.
 */
export function removeOldEvents({ database, now }: Pick<Services, "database" | "now">): Job {
  return () =>
    database.bypassingPolicies({ reason: "remove old events of Square" }, async (query) => {
      await query(
        `delete from private.webhook_events
          where processed_at is not null and received_at < $1::timestamptz - make_interval(months => $2)`,
        [now(), (await storedPeriods(query)).webhook_event_months],
      );
      await query(
        `delete from private.sync_runs
          where state in ('succeeded', 'failed') and created_at < $1::timestamptz - make_interval(days => $2)`,
        [now(), SYNC_RUN_RETENTION_DAYS],
      );
    });
}
