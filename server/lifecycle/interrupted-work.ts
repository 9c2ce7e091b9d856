import type { Database, Query } from "#server/database/database.ts";
import type { Jobs } from "#server/jobs/queue/queue.ts";

/** A sync that crashes its process must not be resumed forever. */
const MAX_RESUMPTIONS = 3;

/**
 * Unlocks the jobs of killed processes, so that they are retried immediately. The queue would unlock them only after
 * four hours. Call it only while no other server process uses the database.
 */
export async function releaseInterruptedWork(database: Database, jobs: Jobs, now: Date): Promise<void> {
  await database.bypassPolicies({ reason: "release interrupted work" }, async (query) => {
    await query(
      `select graphile_worker.force_unlock_workers(
         array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))`,
    );
    await resumeSyncs(query, jobs, now);
  });
}

/** Resumes a sync by restarting it with the same id. This is safe, because a sync writes only differences. */
async function resumeSyncs(query: Query, jobs: Jobs, now: Date): Promise<void> {
  await query(
    `update private.sync_runs
        set status = 'failed', error = 'The sync was interrupted.', finished_at = $1
      where status in ('queued', 'running')
        and (resumed >= $2
             -- When loading the demo data was interrupted, the next load starts its own sync.
             or exists (select from private.installation_state where key = 'demo' and value = '"loading"'))`,
    [now, MAX_RESUMPTIONS],
  );
  const resumed = await query(
    `update private.sync_runs set status = 'queued', resumed = resumed + 1, heartbeat_at = $1
      where status in ('queued', 'running') returning id`,
    [now],
  );
  for (const { id } of resumed) {
    await jobs.add(query, "run-sync", { runId: id }, { maxAttempts: 1 });
  }
}
