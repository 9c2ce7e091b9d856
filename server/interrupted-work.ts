import type { Database } from "#server/database.ts";

/**
 * Takes back what killed processes held, so that their jobs run again now instead of after the queue's own four hours.
 * Only while no other process of the product is on the database.
 */
export async function releaseInterruptedWork(database: Database, now: Date): Promise<void> {
  await database.bypassingPolicies({ reason: "release interrupted work" }, async (query) => {
    await query(
      `select graphile_worker.force_unlock_workers(
         array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))`,
    );
    // A sync is tried once: its administrator is told, and may press the button again.
    await query(
      `update private.sync_runs
          set state = 'failed', error = 'The synchronization was interrupted.', finished_at = $1
        where state in ('queued', 'running')`,
      [now],
    );
  });
}
