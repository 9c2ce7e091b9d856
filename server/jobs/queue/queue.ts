import { runMigrations } from "graphile-worker";
import type pg from "pg";
import type { Query } from "#server/database/database.ts";
import type { JobName } from "#server/jobs/queue/job.ts";

/** Adds jobs in the caller's transaction, so that they are queued only if it commits. */
export type Jobs = {
  add(query: Query, name: JobName, payload: object, options?: JobOptions): Promise<void>;
};

export type JobOptions = {
  /** Replaces a queued job that has the same key. */
  key?: string;
  /** Jobs in the same queue run sequentially. */
  queue?: string;
  maxAttempts?: number;
  runAt?: Date;
  /** Lower numbers run first. By default, webhook events and user-initiated syncs run before other jobs. */
  priority?: number;
};

/** Users wait for the results of these jobs, so they run before scheduled jobs and emails. */
const HIGH_PRIORITY_JOBS: ReadonlySet<JobName> = new Set(["process-webhook-event", "run-sync"]);
const HIGH_PRIORITY = -10;

/** With exponential backoff, these attempts span about 3 days. */
const MAX_ATTEMPTS = 25;

export const jobs: Jobs = {
  async add(query, name, payload, options = {}) {
    await query(
      `select graphile_worker.add_job($1, payload := $2::json, queue_name := $3, run_at := $4,
                                      max_attempts := $5, job_key := $6, priority := $7)`,
      toJobParams(name, payload, options),
    );
  },
};

/** Adds jobs as the calling administrator. `query` must come from `asCaller`. */
export const callerJobs: Jobs = {
  async add(query, name, payload, options = {}) {
    await query("select endpoints.add_job($1, $2, $3, $4, $5, $6, $7)", toJobParams(name, payload, options));
  },
};

function toJobParams(name: JobName, payload: object, options: JobOptions) {
  return [
    name,
    JSON.stringify(payload),
    options.queue ?? null,
    options.runAt ?? null,
    options.maxAttempts ?? MAX_ATTEMPTS,
    options.key ?? null,
    options.priority ?? (HIGH_PRIORITY_JOBS.has(name) ? HIGH_PRIORITY : 0),
  ] as const;
}

/** Creates or updates the job queue's schema. */
export function migrateQueue(pool: pg.Pool): Promise<void> {
  return runMigrations({ pgPool: pool });
}
