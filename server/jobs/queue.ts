import { EventEmitter } from "node:events";
import {
  Logger as GraphileLogger,
  type JobHelpers,
  parseCrontab,
  type Runner,
  run,
  runMigrations,
  type WorkerEvents,
} from "graphile-worker";
import type pg from "pg";
import type { Query } from "#server/database.ts";
import type { Job } from "#server/jobs/job.ts";
import { withRunNoted } from "#server/jobs/job-runs.ts";
import { patientPool } from "#server/jobs/patient-pool.ts";
import type { Logger } from "#server/log.ts";
import { inContext } from "#server/work-context.ts";

/** Adds jobs in the caller's transaction: they exist if and only if it commits. */
export type Jobs = {
  add(query: Query, name: string, payload: object, options?: JobOptions): Promise<void>;
};

/**
 * `key`: a waiting job with the same key is replaced; `queue`: jobs of one queue run one after another; `priority`:
 * what is due runs from the lowest to the highest, 0 when left out.
 */
export type JobOptions = {
  key?: string;
  queue?: string;
  maxAttempts?: number;
  runAt?: Date;
  priority?: number;
};

/** Default number of tries: with the worker's growing pauses they span about three days. */
const MAX_ATTEMPTS = 25;

/** The queue's writing end. */
export const jobs: Jobs = {
  async add(query, name, payload, options = {}) {
    await query(
      `select graphile_worker.add_job($1, payload := $2::json, queue_name := $3, run_at := $4,
                                      max_attempts := $5, job_key := $6, priority := $7)`,
      [
        name,
        JSON.stringify(payload),
        options.queue ?? null,
        options.runAt ?? null,
        options.maxAttempts ?? MAX_ATTEMPTS,
        options.key ?? null,
        options.priority ?? null,
      ],
    );
  },
};

/** Makes or updates the queue's own schema. */
export function migrateQueue(pool: pg.Pool): Promise<void> {
  return runMigrations({ pgPool: pool });
}

/** A running worker; `stop` waits for the jobs under way. */
export type Worker = {
  /** Under which the queue keeps what the worker holds. */
  name: string;
  isRunning: () => boolean;
  stop(): Promise<void>;
};

/** Starts the worker on the pool, on a migrated schema, with the schedule of `crontab` (times are UTC). */
export async function startWorker(options: {
  pool: pg.Pool;
  tasks: Record<string, Job>;
  crontab: string;
  log: Logger;
}): Promise<Worker> {
  let name = "";
  const scheduled = parseCrontab(options.crontab).map(({ task }) => task);
  const notes = { pool: options.pool, remember: new Set(scheduled), log: options.log };
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:create", ({ workerPool }) => {
    name = workerPool.id;
  });
  const runner: Runner = await run({
    pgPool: patientPool(options.pool),
    events,
    concurrency: 4,
    pollInterval: 2000,
    noHandleSignals: true,
    crontab: options.crontab,
    taskList: Object.fromEntries(
      Object.entries(options.tasks).map(([name, job]) => [
        name,
        (payload: unknown, { job: queued }: JobHelpers) => {
          const tries = { isLast: queued.attempts >= queued.max_attempts };
          return inContext({ job: name }, () => withRunNoted(notes, name, { job, payload, tries }));
        },
      ]),
    ),
    logger: quietLogger(options.log),
  });
  let running = true;
  const ended = () => {
    running = false;
  };
  runner.promise.then(ended, (cause: unknown) => {
    ended();
    options.log.error({ err: cause }, "the job worker has ended");
  });
  return {
    name,
    isRunning: () => running,
    async stop() {
      if (running) await runner.stop();
    },
  };
}

/** The worker's own lines go to our log, one level lower: a job that fails is logged by its task. */
function quietLogger(log: Logger): GraphileLogger {
  return new GraphileLogger((scope) => (level, message) => {
    const line = { worker: scope.workerId, job: scope.jobId, task: scope.taskIdentifier };
    if (level === "error") log.error(line, message);
    else if (level === "warning") log.warn(line, message);
    else log.debug(line, message);
  });
}
