import type { Job } from "#server/jobs/job.ts";
import { SCHEDULES } from "#server/jobs/schedules.ts";
import type { Services } from "#server/services.ts";

/**
 * Forgets what has ended: sessions of the backend, our counters, tickets and states of finished authorizations, and runs
 * of schedules that were given up, for a later one has taken their place.
 */
export function removeExpired(
  { database, now }: Pick<Services, "database" | "now">,
  removeExpiredSessions: () => Promise<unknown>,
): Job {
  return async () => {
    await removeExpiredSessions();
    await database.bypassingPolicies({ reason: "remove what has ended" }, async (query) => {
      await query("delete from private.rate_limits where expire < $1", [now().getTime()]);
      await query("delete from private.oauth_tickets where created_at < $1::timestamptz - interval '1 day'", [
        now(),
      ]);
      await query("delete from private.oauth_states where created_at < $1::timestamptz - interval '1 day'", [
        now(),
      ]);
      await query(
        `select from graphile_worker.complete_jobs(array(
           select id from graphile_worker.jobs
            where locked_at is null and attempts >= max_attempts and task_identifier = any($1::text[])))`,
        [SCHEDULES.map(({ name }) => name)],
      );
    });
  };
}
