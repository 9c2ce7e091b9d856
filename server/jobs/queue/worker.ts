import { EventEmitter } from "node:events";
import {
  Logger as GraphileLogger,
  type JobHelpers,
  type ParsedCronItem,
  parseCrontab,
  type Runner,
  run,
  type WorkerEvents,
} from "graphile-worker";
import type pg from "pg";
import type { JobHandler, JobName } from "#server/jobs/queue/job.ts";
import { runAndRecord } from "#server/jobs/queue/job-runs.ts";
import { createRetryingPool } from "#server/jobs/queue/retrying-pool.ts";
import { untilAborted } from "#server/lifecycle/until-aborted.ts";
import { runInContext } from "#server/observability/execution-context.ts";
import type { Logger } from "#server/observability/logger.ts";

export type Worker = {
  /** Worker IDs, as stored in the `locked_by` column of running jobs. */
  names: readonly string[];
  isRunning: () => boolean;
  /** Waits for running jobs, then aborts those that take too long. */
  stop(): Promise<void>;
};

/**
 * Concurrency of the jobs that have a dedicated runner, so that they neither delay other jobs nor wait for them. Webhook
 * events mostly wait for Square, which sends several for each payment. One sync runs at a time.
 */
const DEDICATED_RUNNERS: ReadonlyMap<JobName, number> = new Map([
  ["send-email", 4],
  ["process-webhook-event", 64],
  ["run-sync", 1],
]);
const DEFAULT_CONCURRENCY = 3;
/** New jobs start immediately. Idle runners poll only for retries. */
const POLL_INTERVAL_MS = 2_000;
/** Average delay between two queries for jobs, which combines the jobs that are added in between. */
const REFETCH_DELAY_MS = 30;
/** Returns jobs to the queue when all workers of this process are busy, so that another process can run them. */
const MAX_FETCHED_MS = 5_000;
/** Service managers typically allow 30 s for the entire shutdown. */
const ABORT_AFTER_MS = 5_000;
/** Jobs that keep running after an abort are abandoned and retried later, as after a crash. */
const ABANDON_AFTER_MS = 2_000;

type WorkerOptions = {
  pool: pg.Pool;
  tasks: Partial<Record<JobName, JobHandler>>;
  /** Schedules in crontab format, in UTC. */
  crontab: string;
  log: Logger;
  /** How long `stop` waits before it aborts running jobs, in milliseconds. */
  abortAfterMs?: number;
};

/** Starts processing jobs. Call `migrateQueue` first. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const tasks = Object.keys(options.tasks)
    .filter((name) => isTaskName(name, options.tasks))
    .flatMap((name): TaskEntry[] => {
      const handler = options.tasks[name];
      return handler ? [[name, handler]] : [];
    });
  const configs: RunnerConfig[] = [
    ...[...DEDICATED_RUNNERS].map(([jobName, concurrency]) => ({
      tasks: tasks.filter(([name]) => name === jobName),
      concurrency,
      crontab: [],
    })),
    {
      tasks: tasks.filter(([name]) => !DEDICATED_RUNNERS.has(name)),
      concurrency: DEFAULT_CONCURRENCY,
      crontab: parseCrontab(options.crontab),
    },
  ];
  const runners = await Promise.all(
    configs.filter((config) => config.tasks.length > 0).map((config) => startRunner(options, config)),
  );
  return {
    names: runners.map(({ name }) => name),
    isRunning: () => runners.every((runner) => runner.isRunning()),
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}

type TaskEntry = [name: JobName, handler: JobHandler];

/** Narrows a key of `tasks`, because `Object.keys` returns plain strings. */
function isTaskName(name: string, tasks: WorkerOptions["tasks"]): name is JobName {
  return Object.hasOwn(tasks, name);
}

type RunnerConfig = { tasks: TaskEntry[]; concurrency: number; crontab: ParsedCronItem[] };

/** Starts a graphile-worker runner for the jobs in `tasks`. */
async function startRunner(
  { pool, log, abortAfterMs = ABORT_AFTER_MS }: WorkerOptions,
  { tasks, concurrency, crontab }: RunnerConfig,
) {
  let workerName = "";
  const shutdown = new AbortController();
  const recorder = { pool, scheduledJobs: new Set(crontab.map(({ task }) => task)), log };
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:create", ({ workerPool }) => {
    workerName = workerPool.id;
  });
  const runner: Runner = await run({
    pgPool: createRetryingPool(pool),
    events,
    concurrency,
    pollInterval: POLL_INTERVAL_MS,
    // Fetch the jobs for all workers with one query. Otherwise, every worker sends one for each new job and each poll.
    preset: {
      worker: {
        localQueue: {
          size: concurrency,
          ttl: MAX_FETCHED_MS,
          refetchDelay: {
            durationMs: REFETCH_DELAY_MS,
            threshold: concurrency - 1,
            maxAbortThreshold: Number.POSITIVE_INFINITY,
          },
        },
      },
    },
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: abortAfterMs,
    parsedCronItems: crontab,
    taskList: Object.fromEntries(
      tasks.map(([name, handler]) => [
        name,
        (payload: unknown, { job, abortSignal }: JobHelpers) => {
          const attempt = {
            isLast: job.attempts >= job.max_attempts,
            stopSignal: abortSignal,
            shutdownSignal: shutdown.signal,
          };
          const abortableHandler: JobHandler = (...args) =>
            untilAborted(handler(...args), abortSignal, ABANDON_AFTER_MS);
          return runInContext({ job: name }, () =>
            runAndRecord(recorder, name, { handler: abortableHandler, payload, attempt }),
          );
        },
      ]),
    ),
    logger: createGraphileLogger(log),
  });
  let isRunning = true;
  const markStopped = () => {
    isRunning = false;
  };
  runner.promise.then(markStopped, (error: unknown) => {
    markStopped();
    log.error({ err: error }, "job worker stopped unexpectedly");
  });
  return {
    name: workerName,
    isRunning: () => isRunning,
    async stop() {
      shutdown.abort();
      if (isRunning) {
        await runner.stop();
      }
    },
  };
}

/** Forwards the library's log messages, with informational messages at debug level. */
function createGraphileLogger(log: Logger): GraphileLogger {
  return new GraphileLogger((scope) => (level, message) => {
    const fields = { worker: scope.workerId, job: scope.jobId, task: scope.taskIdentifier };
    if (level === "error") {
      log.error(fields, message);
    } else if (level === "warning") {
      log.warn(fields, message);
    } else {
      log.debug(fields, message);
    }
  });
}
