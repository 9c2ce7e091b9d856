import type { Query } from "#server/database/database.ts";
import type { Jobs } from "#server/jobs/queue/queue.ts";

/** Queues the job that sends the writes of a draft. The writes of one client run one after the other. */
export async function queueAdvance(
  { jobs }: { jobs: Jobs },
  query: Query,
  draft: { id: string; client_id: string },
  runAt?: Date,
): Promise<void> {
  await jobs.add(
    query,
    "advance-invoice-draft",
    { draftId: draft.id },
    { key: `invoice-draft:${draft.id}`, queue: `invoice-drafts:${draft.client_id}`, ...(runAt && { runAt }) },
  );
}
