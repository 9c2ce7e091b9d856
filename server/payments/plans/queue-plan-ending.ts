import type { Query } from "#server/database/database.ts";
import type { Jobs } from "#server/jobs/queue/queue.ts";

/** Queues the job that ends or keeps a plan in Square. */
export async function queuePlanEnding(
  { jobs }: { jobs: Jobs },
  query: Query,
  planEndingId: string,
  runAt?: Date,
): Promise<void> {
  await jobs.add(
    query,
    "settle-plan-ending",
    { planEndingId },
    { key: `plan-ending:${planEndingId}`, queue: "plan-endings", ...(runAt && { runAt }) },
  );
}
