import type { Database, Query } from "#server/database.ts";
import type { Jobs } from "#server/jobs/queue.ts";

/** A run whose process dies each time must not be begun for ever. */
const MOST_RESUMPTIONS = 3;

/**
 * Takes back what killed processes held, so that their jobs run again now instead of after the queue's own four hours.
 * Only while no other process of the product is on the database.
 */
export async function releaseInterruptedWork(database: Database, jobs: Jobs, now: Date): Promise<void> {
  await database.bypassingPolicies({ reason: "release interrupted work" }, async (query) => {
    await query(
      `select graphile_worker.force_unlock_workers(
         array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))`,
    );
    await resumeSyncs(query, jobs, now);
  });
}

/** A sync goes over everything again and writes what differs: going on is beginning again, under the same id. */
async function resumeSyncs(query: Query, jobs: Jobs, now: Date): Promise<void> {
  await query(
    `update private.sync_runs
        set state = 'failed', error = 'The synchronization was interrupted.', finished_at = $1
      where state in ('queued', 'running')
        and (resumed >= $2
             -- A demonstration that was killed while it was loaded makes a sync of its own.
             or exists (select from private.settings where key = 'demonstration' and value = '"loading"'))`,
    [now, MOST_RESUMPTIONS],
  );
  const resumed = await query<{ id: string }>(
    `update private.sync_runs set state = 'queued', resumed = resumed + 1, heartbeat_at = $1
      where state in ('queued', 'running') returning id`,
    [now],
  );
  for (const { id } of resumed) await jobs.add(query, "run-sync", { runId: id }, { maxAttempts: 1 });
}
