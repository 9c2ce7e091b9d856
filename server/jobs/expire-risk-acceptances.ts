import { firmToday } from "#domain/firm/firm-today.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

/** Ends the acceptances whose last day has passed in the firm's time zone, and reopens their findings. */
export function createExpireRiskAcceptancesJob({
  database,
  now,
}: Pick<Services, "database" | "now">): JobHandler {
  return async () => {
    await database.bypassPolicies({ reason: "end accepted risks" }, (query) =>
      query("select private.expire_risk_acceptances($1)", [firmToday(now())]),
    );
  };
}
