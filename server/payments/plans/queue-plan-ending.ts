import type { Query } from "#server/database/database.ts";
import type { Jobs } from "#server/jobs/queue/queue.ts";

/** Queues the jobs of all endings that are not finished, because the queue may have given up on them. */
export async function queuePendingPlanEndings(context: { jobs: Jobs }, query: Query): Promise<void> {
  const endings = await query("select id from public.plan_endings where status = 'pending'");
  for (const { id } of endings) {
    await queuePlanEnding(context, query, id);
  }
}

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
