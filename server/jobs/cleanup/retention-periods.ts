import type { RetentionPeriods } from "#domain/firm/retention.ts";
import type { Query } from "#server/database/database.ts";

/** @throws if the settings row is missing. This should never happen, because no role can delete it. */
export async function getRetentionPeriods(query: Query): Promise<RetentionPeriods> {
  const [periods] = await query("select * from public.retention_periods");
  if (!periods) {
    throw new Error("the retention periods are missing");
  }
  return periods;
}
