import type pg from "pg";
import { queryRows } from "#server/database/query.ts";
import { getFailureMessage } from "#server/jobs/queue/failure-message.ts";
import type { JobAttempt, JobHandler, JobName } from "#server/jobs/queue/job.ts";
import type { Logger } from "#server/observability/logger.ts";

/** Where job runs are recorded. Successful runs are recorded only for jobs in `scheduledJobs`. */
export type RunRecorder = { pool: pg.Pool; scheduledJobs: ReadonlySet<string>; log: Pick<Logger, "warn"> };

/**
 * Runs a job and records its outcome in `private.job_runs`. For on-demand jobs, records only failures, to avoid a write
 * for every email. A failure to record is logged and does not change the job's outcome.
 */
export async function runAndRecord(
  { pool, scheduledJobs: scheduled, log }: RunRecorder,
  name: JobName,
  run: { handler: JobHandler; payload: unknown; attempt: JobAttempt },
): Promise<void> {
  const startedAt = new Date();
  const record = (failure: string | null) =>
    queryRows(pool, UPSERT_RUN, [name, startedAt, new Date(), failure]).catch((error: unknown) => {
      log.warn({ err: error, job: name }, "job run not recorded");
    });
  try {
    await run.handler(run.payload, run.attempt);
  } catch (error) {
    await record(getFailureMessage(error));
    throw error;
  }
  if (scheduled.has(name)) {
    await record(null);
  }
}

// Two processes may run the same job, so keep the run that finished last.
const UPSERT_RUN = `
  insert into private.job_runs as stored (name, started_at, finished_at, outcome, succeeded_at, failed_at, failure)
  values ($1, $2, $3, case when $4::text is null then 'succeeded' else 'failed' end,
          case when $4::text is null then $3::timestamptz end, case when $4::text is not null then $3::timestamptz end, $4)
  on conflict (name) do update
     set started_at = excluded.started_at, finished_at = excluded.finished_at, outcome = excluded.outcome,
         succeeded_at = coalesce(excluded.succeeded_at, stored.succeeded_at),
         failed_at = coalesce(excluded.failed_at, stored.failed_at),
         failure = coalesce(excluded.failure, stored.failure)
   where stored.finished_at <= excluded.finished_at`;
