import type { JobHandler } from "#server/jobs/queue/job.ts";
import { SCHEDULES } from "#server/jobs/queue/schedules.ts";
import type { Services } from "#server/services.ts";

/**
 * Deletes expired sessions, rate limits, OAuth tickets and OAuth states, and old announcements. Also deletes scheduled
 * jobs that failed permanently, because later runs replace them.
 */
export function createRemoveExpiredJob(
  { database, now }: Pick<Services, "database" | "now">,
  removeExpiredSessions: () => Promise<unknown>,
): JobHandler {
  return async () => {
    await removeExpiredSessions();
    await database.bypassPolicies({ reason: "delete expired records" }, async (query) => {
      await query("delete from private.rate_limits where expire < $1", [now().getTime()]);
      await query("delete from private.oauth_tickets where created_at < $1::timestamptz - interval '1 day'", [
        now(),
      ]);
      await query("delete from private.oauth_states where created_at < $1::timestamptz - interval '1 day'", [
        now(),
      ]);
      await query(
        "delete from private.announcements where announced_at < $1::timestamptz - interval '60 days'",
        [now()],
      );
      await query(
        `select from graphile_worker.complete_jobs(array(
           select id from graphile_worker.jobs
            where locked_at is null and attempts >= max_attempts and task_identifier = any($1::text[])))`,
        [SCHEDULES.map(({ name }) => name)],
      );
    });
  };
}
