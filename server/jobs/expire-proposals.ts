import { firmToday } from "#domain/firm/firm-today.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

/**
 * Expires the proposals whose last day has passed in the firm's time zone, and makes payments due whose date has come or whose
 * project is completed.
 */
export function createExpireProposalsJob({ database, now }: Pick<Services, "database" | "now">): JobHandler {
  return async () => {
    await database.bypassPolicies({ reason: "expire proposals" }, async (query) => {
      const today = firmToday(now());
      await query("select private.expire_proposals($1)", [today]);
      await query("select private.make_payments_due($1, null)", [today]);
    });
  };
}
