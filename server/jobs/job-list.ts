import type { ScheduledJob, TroubledJob } from "#domain/background-work.ts";
import type { Query } from "#server/database.ts";
import { nextRun, SCHEDULES, type Schedule, titleOf } from "#server/jobs/schedules.ts";

/** A job held for longer is stuck: the longest ones, syncs of large accounts, take minutes. */
const HELD_TOO_LONG = "1 hour";
/** A schedule that has failed for longer, and for longer than two of its periods, does not mend itself. */
const FAILED_TOO_LONG_MS = 3_600_000;
const MOST_SHOWN = 100;

type Run = {
  name: string;
  finished_at: Date;
  outcome: "succeeded" | "failed";
  succeeded_at: Date | null;
  failed_at: Date | null;
  failure: string | null;
};
type Queued = { name: string; running_since: Date | null; next_try: Date | null };

/** Every schedule with its last run, and its next: by the clock, or earlier where a failed run is tried again. */
export async function scheduledJobs(query: Query, now: Date): Promise<ScheduledJob[]> {
  const runs = await query<Run>(
    "select name, finished_at, outcome, succeeded_at, failed_at, failure from private.job_runs",
  );
  const queued = await query<Queued>(
    `select task_identifier as name, min(locked_at) as running_since,
            min(run_at) filter (where locked_at is null and attempts < max_attempts) as next_try
       from graphile_worker.jobs group by task_identifier`,
  );
  const runOf = new Map(runs.map((run) => [run.name, run]));
  const queuedOf = new Map(queued.map((job) => [job.name, job]));
  return SCHEDULES.map((schedule) => {
    const run = runOf.get(schedule.name);
    const job = queuedOf.get(schedule.name);
    const byClock = nextRun(schedule, now);
    const retry = job?.next_try;
    return {
      name: schedule.name,
      title: schedule.title,
      purpose: schedule.purpose,
      at: schedule.at,
      lastEndedAt: isoOf(run?.finished_at),
      outcome: run?.outcome ?? null,
      failedAt: isoOf(run?.failed_at),
      failure: run?.failure ?? null,
      keepsFailing: run ? keepsFailing(run, schedule, now) : false,
      runningSince: isoOf(job?.running_since),
      nextRunAt: (retry && retry < byClock ? retry : byClock).toISOString(),
    };
  });
}

function keepsFailing({ outcome, succeeded_at }: Run, schedule: Schedule, now: Date): boolean {
  const next = nextRun(schedule, now);
  const period = nextRun(schedule, next).getTime() - next.getTime();
  const without = now.getTime() - (succeeded_at?.getTime() ?? 0);
  return outcome === "failed" && without > Math.max(FAILED_TOO_LONG_MS, 2 * period);
}

const TROUBLED = `
  case when job.locked_at < now() - interval '${HELD_TOO_LONG}' then 'held'
       when job.locked_at is null and job.attempts >= job.max_attempts then 'given-up'
       when job.locked_at is null and job.attempts > 0 then 'trying-again' end`;

type Troubled = {
  id: string;
  name: string;
  state: TroubledJob["state"];
  attempts: number;
  max_attempts: number;
  since: Date;
  run_at: Date;
  failure: string | null;
};

/**
 * Jobs that need a look, the worst first. Mails and schedules have lists of their own, which tell how they fare; here are
 * those that a worker holds too long.
 */
export async function troubledJobs(query: Query): Promise<TroubledJob[]> {
  const rows = await query<Troubled>(
    `select * from (
       select job.id::text as id, job.task_identifier as name, ${TROUBLED} as state, job.attempts::integer as attempts,
              job.max_attempts::integer as max_attempts, coalesce(job.locked_at, job.updated_at) as since, job.run_at,
              run.failure
         from graphile_worker.jobs as job
         left join private.job_runs as run on run.name = job.task_identifier) as looked
      where state is not null and (state = 'held' or name <> all($1::text[]))
      order by state = 'trying-again', since
      limit ${MOST_SHOWN}`,
    [["send-mail", ...SCHEDULES.map(({ name }) => name)]],
  );
  return rows.map(({ name, max_attempts: maxAttempts, since, run_at, ...job }) => ({
    ...job,
    title: titleOf(name),
    maxAttempts,
    since: since.toISOString(),
    nextTryAt: job.state === "trying-again" ? run_at.toISOString() : null,
  }));
}

/**
 * Has a job that needs a look tried again at once, with all its tries. One that a worker holds too long is taken from
 * it, as the queue itself does after four hours: whatever the worker still does, jobs may run twice.
 * @returns its name; null where there is no such job, or nothing is wrong with it.
 */
export async function runAgain(query: Query, id: string): Promise<string | null> {
  const [job] = await query<{ name: string; state: string | null }>(
    `select task_identifier as name, ${TROUBLED} as state from graphile_worker.jobs as job where id = $1::bigint`,
    [id],
  );
  if (!job?.state) return null;
  if (job.state === "held") {
    await query(
      `with freed as (
         update graphile_worker._private_jobs as job set locked_at = null, locked_by = null
          where id = $1::bigint and locked_at < now() - interval '${HELD_TOO_LONG}' returning job_queue_id)
       update graphile_worker._private_job_queues as queue set locked_at = null, locked_by = null
         from freed where queue.id = freed.job_queue_id`,
      [id],
    );
  }
  await query("select graphile_worker.reschedule_jobs(array[$1::bigint], run_at := now(), attempts := 0)", [
    id,
  ]);
  return job.name;
}

/**
 * Takes a job that was given up out of the queue for good.
 * @returns its name; null where there is no such job, or it is not given up.
 */
export async function dismissJob(query: Query, id: string): Promise<string | null> {
  const [job] = await query<{ name: string }>(
    `select task_identifier as name from graphile_worker.jobs as job where id = $1::bigint and ${TROUBLED} = 'given-up'`,
    [id],
  );
  // The queue removes what no worker holds, whatever happened since we looked.
  const [removed] = job
    ? await query("select 1 from graphile_worker.complete_jobs(array[$1::bigint])", [id])
    : [];
  return job && removed ? job.name : null;
}

function isoOf(instant: Date | null | undefined): string | null {
  return instant?.toISOString() ?? null;
}
