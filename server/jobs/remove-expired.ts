import type { Job } from "#server/jobs/queue.ts";
import type { Services } from "#server/services.ts";

/** Forgets what has ended: sessions of the backend, our counters, tickets and states of finished authorizations. */
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
    });
  };
}
