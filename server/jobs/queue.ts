import { EventEmitter } from "node:events";
import {
  Logger as GraphileLogger,
  type JobHelpers,
  type ParsedCronItem,
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
import { untilStopped } from "#server/until-stopped.ts";
import { inContext } from "#server/work-context.ts";

/** Adds jobs in the caller's transaction: they exist if and only if it commits. */
export type Jobs = {
  add(query: Query, name: string, payload: object, options?: JobOptions): Promise<void>;
};

/**
 * `key`: a waiting job with the same key is replaced; `queue`: jobs of one queue run one after another; `priority`:
 * what is due runs from the lowest to the highest; when left out, what Square tells and asked-for syncs before all else.
 */
export type JobOptions = {
  key?: string;
  queue?: string;
  maxAttempts?: number;
  runAt?: Date;
  priority?: number;
};

const MAIL = "send-mail";

/** What Square tells, and what somebody who pressed a button waits for: before schedules and mail. */
const FIRST = new Set(["process-webhook-event", "run-sync"]);
const BEFORE_ALL_ELSE = -10;

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
        options.priority ?? (FIRST.has(name) ? BEFORE_ALL_ELSE : 0),
      ],
    );
  },
};

/** Makes or updates the queue's own schema. */
export function migrateQueue(pool: pg.Pool): Promise<void> {
  return runMigrations({ pgPool: pool });
}

/** A running worker; `stop` waits for the jobs under way, and asks those that take long to come to an end. */
export type Worker = {
  /** Under which the queue keeps what the worker holds. */
  names: readonly string[];
  isRunning: () => boolean;
  stop(): Promise<void>;
};

/** Each waits for one mail server, which may take minutes: mails hold up one another and nothing else. */
const MAILS_AT_ONCE = 4;
const OTHERS_AT_ONCE = 3;
/** Together with what else ends, within the 30 s a service manager waits. */
const ASK_TO_END_AFTER_MS = 5_000;
/** What was asked to end and does not is left then: it is tried again later, as after a crash. */
const LEFT_AFTER_MS = 2_000;

type WorkerOptions = {
  pool: pg.Pool;
  tasks: Record<string, Job>;
  crontab: string;
  log: Logger;
  /** Milliseconds after which a worker that is being stopped asks its jobs to come to an end. */
  askToEndAfterMs?: number;
};

/** Starts the worker on the pool, on a migrated schema, with the schedule of `crontab` (times are UTC). */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const named = Object.entries(options.tasks);
  const wanted: Part[] = [
    { tasks: named.filter(([name]) => name === MAIL), atOnce: MAILS_AT_ONCE, crontab: [] },
    {
      tasks: named.filter(([name]) => name !== MAIL),
      atOnce: OTHERS_AT_ONCE,
      crontab: parseCrontab(options.crontab),
    },
  ];
  const parts = await Promise.all(
    wanted.filter(({ tasks }) => tasks.length > 0).map((part) => startPart(options, part)),
  );
  return {
    names: parts.map(({ name }) => name),
    isRunning: () => parts.every((part) => part.isRunning()),
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}

type Part = { tasks: [string, Job][]; atOnce: number; crontab: ParsedCronItem[] };

/** One set of workers of the library, which takes jobs of these names alone. */
async function startPart(
  { pool, log, askToEndAfterMs = ASK_TO_END_AFTER_MS }: WorkerOptions,
  { tasks, atOnce, crontab }: Part,
) {
  let name = "";
  const notes = { pool, remember: new Set(crontab.map(({ task }) => task)), log };
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:create", ({ workerPool }) => {
    name = workerPool.id;
  });
  const runner: Runner = await run({
    pgPool: patientPool(pool),
    events,
    concurrency: atOnce,
    pollInterval: 2000,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: askToEndAfterMs,
    parsedCronItems: crontab,
    taskList: Object.fromEntries(
      tasks.map(([name, job]) => [
        name,
        (payload: unknown, { job: queued, abortSignal }: JobHelpers) => {
          const tries = { isLast: queued.attempts >= queued.max_attempts, stopping: abortSignal };
          const inTime: Job = (given, how) => untilStopped(job(given, how), abortSignal, LEFT_AFTER_MS);
          return inContext({ job: name }, () => withRunNoted(notes, name, { job: inTime, payload, tries }));
        },
      ]),
    ),
    logger: quietLogger(log),
  });
  let running = true;
  const ended = () => {
    running = false;
  };
  runner.promise.then(ended, (cause: unknown) => {
    ended();
    log.error({ err: cause }, "the job worker has ended");
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
