import type { Database } from "#server/database/database.ts";
import { WORKER_LOCK_CLASS } from "#server/lifecycle/process-lock.ts";
import type { Logger } from "#server/observability/logger.ts";

// Long enough for a process that lost its connection to register its workers again before the second check.
const CHECK_INTERVAL_MS = 15_000;

/** Starts checking for dead workers at regular intervals. @returns a function that stops the checks. */
export function startDeadWorkerCheck(database: Database, log: Pick<Logger, "warn">): () => Promise<void> {
  const check = createDeadWorkerCheck(database, log);
  const timer = setInterval(
    () => void check().catch((error) => log.warn({ err: error }, "dead worker check failed")),
    CHECK_INTERVAL_MS,
  );
  return async () => clearInterval(timer);
}

/**
 * Creates a check for workers that have locked jobs but belong to no running process. If two consecutive checks find
 * the same worker, its jobs are unlocked. The queue would unlock them only after four hours.
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
      const unregisteredWorkers = rows.filter((row) => row.unregistered).map((row) => row.worker);
      const deadWorkers = unregisteredWorkers.filter((worker) => previouslyUnregistered.has(worker));
      previouslyUnregistered = new Set(unregisteredWorkers);
      if (deadWorkers.length === 0) {
        return;
      }
      await query("select graphile_worker.force_unlock_workers($1::text[])", [deadWorkers]);
      log.warn({ workers: deadWorkers }, "released jobs of dead workers");
    });
}
