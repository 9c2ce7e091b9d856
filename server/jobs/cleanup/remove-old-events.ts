import { SYNC_RUN_RETENTION_DAYS } from "#domain/firm/retention.ts";
import { getRetentionPeriods } from "#server/jobs/cleanup/retention-periods.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

/**
 * Deletes processed webhook events and finished sync runs after their retention periods. The period for events must
 * exceed Square's redelivery window, so that duplicates are still detected.
 */
export function createRemoveOldEventsJob({ database, now }: Pick<Services, "database" | "now">): JobHandler {
  return () =>
    database.bypassPolicies({ reason: "delete expired Square events" }, async (query) => {
      await query(
        `delete from private.webhook_events
          where processed_at is not null and received_at < $1::timestamptz - make_interval(months => $2)`,
        [now(), (await getRetentionPeriods(query)).webhook_event_months],
      );
      await query(
        `delete from private.sync_runs
          where status in ('succeeded', 'failed') and created_at < $1::timestamptz - make_interval(days => $2)`,
        [now(), SYNC_RUN_RETENTION_DAYS],
      );
    });
}
