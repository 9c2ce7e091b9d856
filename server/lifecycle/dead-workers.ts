import type { Database } from "#server/database/database.ts";
import { WORKER_LOCK_CLASS } from "#server/lifecycle/process-lock.ts";
import type { Logger } from "#server/observability/logger.ts";

// Long enough for a process that lost its connection to register its workers again before the second check.
const CHECK_INTERVAL_MS = 15_000;

/** Runs the check at regular intervals. @returns a function that stops it. */
export function startDeadWorkerCheck(database: Database, log: Pick<Logger, "warn">): () => Promise<void> {
  const check = createDeadWorkerCheck(database, log);
  const timer = setInterval(
    () => void check().catch((error) => log.warn({ err: error }, "dead worker check failed")),
    CHECK_INTERVAL_MS,
  );
  return async () => clearInterval(timer);
}

/**
 * Returns a check that finds workers that have jobs locked but belong to no running process. Jobs of a worker found in
 * two consecutive checks are unlocked for other processes; the queue itself would unlock them only after four hours.
 */
export function createDeadWorkerCheck(database: Database, log: Pick<Logger, "warn">): () => Promise<void> {
  let previouslyUnregistered = new Set<string>();
  return () =>
    database.bypassPolicies({ reason: "release the jobs of dead workers" }, async (query) => {
      // The lock is free if no running process has registered the worker.
      const rows = await query(
        `select worker, pg_try_advisory_xact_lock_shared($1, hashtext(worker)) as unregistered
           from (select distinct locked_by as worker from graphile_worker.jobs where locked_by is not null) as held`,
        [WORKER_LOCK_CLASS],
      );
      const unregistered = rows.filter((row) => row.unregistered).map((row) => row.worker);
      const dead = unregistered.filter((worker) => previouslyUnregistered.has(worker));
      previouslyUnregistered = new Set(unregistered);
      if (dead.length === 0) {
        return;
      }
      await query("select graphile_worker.force_unlock_workers($1::text[])", [dead]);
      log.warn({ workers: dead }, "released jobs of dead workers");
    });
}
