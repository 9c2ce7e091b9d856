import type pg from "pg";
import { failureWords } from "#server/jobs/failure-words.ts";
import type { Job, Tries } from "#server/jobs/job.ts";
import type { Logger } from "#server/log.ts";

/** Notes how jobs end, for the administrators' screen; `remember` names the ones whose successes count too. */
export type RunNotes = { pool: pg.Pool; remember: ReadonlySet<string>; log: Pick<Logger, "warn"> };

/**
 * Does a job and notes in `private.job_runs` how it ended: scheduled jobs always, others when they fail, so that ten
 * thousand mails write no ten thousand notes. A note that cannot be written is logged, and the job counts as it ended.
 */
export async function withRunNoted(
  { pool, remember, log }: RunNotes,
  name: string,
  work: { job: Job; payload: unknown; tries: Tries },
): Promise<void> {
  const startedAt = new Date();
  const note = (failure: string | null) =>
    pool.query(NOTE, [name, startedAt, new Date(), failure]).catch((cause: unknown) => {
      log.warn({ err: cause, job: name }, "a job's end could not be noted");
    });
  try {
    await work.job(work.payload, work.tries);
  } catch (cause) {
    await note(failureWords(cause));
    throw cause;
  }
  if (remember.has(name)) await note(null);
}

// Two processes may end the same job: what ended last counts.
const NOTE = `
  insert into private.job_runs as stored (name, started_at, finished_at, outcome, succeeded_at, failed_at, failure)
  values ($1, $2, $3, case when $4::text is null then 'succeeded' else 'failed' end,
          case when $4::text is null then $3::timestamptz end, case when $4::text is not null then $3::timestamptz end, $4)
  on conflict (name) do update
     set started_at = excluded.started_at, finished_at = excluded.finished_at, outcome = excluded.outcome,
         succeeded_at = coalesce(excluded.succeeded_at, stored.succeeded_at),
         failed_at = coalesce(excluded.failed_at, stored.failed_at),
         failure = coalesce(excluded.failure, stored.failure)
   where stored.finished_at <= excluded.finished_at`;
