import { firmToday } from "#domain/firm/firm-today.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

/**
 * Expires the requests and acceptances whose last day has passed in the firm's time zone, and reopens findings whose risk was
 * accepted.
 */
export function createExpireRiskAcceptancesJob({
  database,
  now,
}: Pick<Services, "database" | "now">): JobHandler {
  return async () => {
    await database.bypassPolicies({ reason: "expire risk acceptances" }, (query) =>
      query("select private.expire_risk_acceptances($1)", [firmToday(now())]),
    );
  };
}
