import { toInstant } from "#domain/dates/instant.ts";
import type { FailedJob, ScheduledJob } from "#domain/jobs/job-status.ts";
import type { Query } from "#server/database/database.ts";
import type { StatementRow } from "#server/database/query.ts";
import { getJobTitle, getNextRun, SCHEDULES, type Schedule } from "#server/jobs/queue/schedules.ts";

/**
 * A job that has been locked for longer than this has stalled. Even syncs of large accounts, the slowest jobs, take
 * only minutes.
 */
const STALLED_AFTER = "1 hour";
/** A scheduled job keeps failing if its last success is older than this and older than two schedule intervals. */
const KEEPS_FAILING_AFTER_MS = 3_600_000;
const MAX_LISTED_JOBS = 100;

const JOB_RUNS_QUERY =
  "select name, finished_at, outcome, succeeded_at, failed_at, failure from private.job_runs";

/**
 * Lists the scheduled jobs with their last and next run. The next run is a retry if one is due before the next
 * scheduled run.
 */
export async function listScheduledJobs(query: Query, now: Date): Promise<ScheduledJob[]> {
  const runs = await query(JOB_RUNS_QUERY);
  const queuedJobs = await query(
    `select task_identifier as name, min(locked_at) as running_since,
            min(run_at) filter (where locked_at is null and attempts < max_attempts) as next_try
       from graphile_worker.jobs group by task_identifier`,
  );
  const runsByName = new Map(runs.map((run) => [run.name, run]));
  const queuedByName = new Map(queuedJobs.map((job) => [job.name, job]));
  return SCHEDULES.map((schedule) => {
    const run = runsByName.get(schedule.name);
    const job = queuedByName.get(schedule.name);
    const scheduledAt = getNextRun(schedule, now);
    const retryAt = job?.next_try;
    return {
      name: schedule.name,
      title: schedule.title,
      purpose: schedule.purpose,
      at: schedule.at,
      lastEndedAt: toInstant(run?.finished_at),
      outcome: run?.outcome ?? null,
      failedAt: toInstant(run?.failed_at),
      failure: run?.failure ?? null,
      keepsFailing: run ? keepsFailing(run, schedule, now) : false,
      runningSince: toInstant(job?.running_since),
      nextRunAt: toInstant(retryAt && retryAt < scheduledAt ? retryAt : scheduledAt),
    };
  });
}

function keepsFailing(
  { outcome, succeeded_at }: StatementRow<typeof JOB_RUNS_QUERY>,
  schedule: Schedule,
  now: Date,
): boolean {
  const nextRunAt = getNextRun(schedule, now);
  const intervalMs = getNextRun(schedule, nextRunAt).getTime() - nextRunAt.getTime();
  const msSinceSuccess = now.getTime() - (succeeded_at?.getTime() ?? 0);
  return outcome === "failed" && msSinceSuccess > Math.max(KEEPS_FAILING_AFTER_MS, 2 * intervalMs);
}

const PROBLEM_STATUS = `
  case when job.locked_at < now() - interval '${STALLED_AFTER}' then 'stalled'
       when job.locked_at is null and job.attempts >= job.max_attempts then 'failed'
       when job.locked_at is null and job.attempts > 0 then 'retrying' end` as const;

/**
 * Lists failed, stalled and retrying jobs, with retrying jobs last. Emails and scheduled jobs have their own lists, so
 * they appear here only if they have stalled.
 */
export async function listFailedJobs(query: Query): Promise<FailedJob[]> {
  const rows = await query(
    `select * from (
       select job.id::text as id, job.task_identifier as name, ${PROBLEM_STATUS} as status, job.attempts::integer as attempts,
              job.max_attempts::integer as max_attempts, coalesce(job.locked_at, job.updated_at) as since, job.run_at,
              run.failure
         from graphile_worker.jobs as job
         left join private.job_runs as run on run.name = job.task_identifier) as problems
      where status is not null and (status = 'stalled' or name <> all($1::text[]))
      order by status = 'retrying', since
      limit ${MAX_LISTED_JOBS}`,
    [["send-email", ...SCHEDULES.map(({ name }) => name)]],
  );
  return rows.map(({ name, max_attempts: maxAttempts, since, run_at, ...job }) => ({
    ...job,
    title: getJobTitle(name),
    maxAttempts,
    since: toInstant(since),
    nextTryAt: job.status === "retrying" ? toInstant(run_at) : null,
  }));
}

/**
 * Retries a failed or stalled job immediately and resets its attempts. Unlocks a stalled job, as the queue does after 4
 * hours. Its worker may still be running it, but jobs are safe to run twice.
 * @returns the job's name, or null if the job does not exist or has not failed
 */
export async function retryJob(query: Query, id: string): Promise<string | null> {
  const [job] = await query(
    `select task_identifier as name, ${PROBLEM_STATUS} as status from graphile_worker.jobs as job where id = $1::bigint`,
    [id],
  );
  if (!job?.status) {
    return null;
  }
  if (job.status === "stalled") {
    await query(
      `with unlocked as (
         update graphile_worker._private_jobs as job set locked_at = null, locked_by = null
          where id = $1::bigint and locked_at < now() - interval '${STALLED_AFTER}' returning job_queue_id)
       update graphile_worker._private_job_queues as queue set locked_at = null, locked_by = null
         from unlocked where queue.id = unlocked.job_queue_id`,
      [id],
    );
  }
  await query("select graphile_worker.reschedule_jobs(array[$1::bigint], run_at := now(), attempts := 0)", [
    id,
  ]);
  return job.name;
}

/**
 * Removes a permanently failed job from the queue.
 * @returns the job's name, or null if the job does not exist or will be retried
 */
export async function dismissJob(query: Query, id: string): Promise<string | null> {
  const [job] = await query(
    `select task_identifier as name from graphile_worker.jobs as job where id = $1::bigint and ${PROBLEM_STATUS} = 'failed'`,
    [id],
  );
  // complete_jobs skips the job if a worker has locked it in the meantime.
  const [removed] = job
    ? await query("select 1 from graphile_worker.complete_jobs(array[$1::bigint])", [id])
    : [];
  return job && removed ? job.name : null;
}
