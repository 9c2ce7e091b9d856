import type { Database } from "#server/database.ts";
import type { Logger } from "#server/log.ts";
import { WORKER_LOCKS } from "#server/presence.ts";

// Between two looks: a worker unseen in both is dead, one whose connection broke has announced itself anew.
const LOOK_EVERY_MS = 15_000;

/** Looks again and again, until the result is called. */
export function watchForDeadWorkers(database: Database, log: Pick<Logger, "warn">): () => Promise<void> {
  const look = deadWorkerWatch(database, log);
  const timer = setInterval(
    () => void look().catch((cause) => log.warn({ err: cause }, "could not look for dead workers")),
    LOOK_EVERY_MS,
  );
  return async () => clearInterval(timer);
}

/**
 * Looks for workers that hold jobs and that no process vouches for any more. Their jobs are freed at the second look
 * in a row, for any living process to take, instead of after the queue's own four hours.
 * @returns one look.
 */
export function deadWorkerWatch(database: Database, log: Pick<Logger, "warn">): () => Promise<void> {
  let missing = new Set<string>();
  return () =>
    database.bypassingPolicies({ reason: "release the jobs of dead workers" }, async (query) => {
      // Nobody holds the lock that a living process would hold.
      const rows = await query<{ worker: string; gone: boolean }>(
        `select worker, pg_try_advisory_xact_lock_shared($1, hashtext(worker)) as gone
           from (select distinct locked_by as worker from graphile_worker.jobs where locked_by is not null) as held`,
        [WORKER_LOCKS],
      );
      const gone = rows.filter((row) => row.gone).map((row) => row.worker);
      const dead = gone.filter((worker) => missing.has(worker));
      missing = new Set(gone);
      if (dead.length === 0) return;
      await query("select graphile_worker.force_unlock_workers($1::text[])", [dead]);
      log.warn({ workers: dead }, "jobs of dead workers released");
    });
}
