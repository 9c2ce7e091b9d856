import type pg from "pg";
import { queryRows } from "#server/database/query.ts";
import { SCHEDULES } from "#server/jobs/queue/schedules.ts";
import { type Finding, ok, problem } from "./finding.ts";

/** Checks for failed and late jobs, and for unsent email. */
export async function checkJobsAndEmail(pool: pg.Pool): Promise<Finding[]> {
  return [await checkJobs(pool), await checkOutbox(pool)];
}

async function checkJobs(pool: pg.Pool): Promise<Finding> {
  const names = SCHEDULES.map(({ name }) => name);
  const [jobs] = await queryRows(
    pool,
    `select count(*) filter (where attempts >= max_attempts
                               and task_identifier <> all($1::text[]))::integer as failed,
            count(*) filter (where attempts < max_attempts and locked_at is null
                               and run_at < now() - interval '15 minutes')::integer as late
       from graphile_worker.jobs`,
    [names],
  );
  const { failed = 0, late = 0 } = jobs ?? {};
  if (failed > 0) {
    return problem("Jobs", `${failed} failed after all retries`, "Search the log for the job name.");
  }
  if (late > 0) {
    return problem("Jobs", `${late} late by more than 15 minutes`, "Make sure the product is running.");
  }
  const failedSchedules = await queryRows(
    pool,
    "select name from private.job_runs where outcome = 'failed' and name = any($1::text[]) order by name",
    [names],
  );
  if (failedSchedules.length > 0) {
    return problem(
      "Jobs",
      `last run failed: ${failedSchedules.map(({ name }) => name).join(", ")}`,
      "They are retried automatically. See Settings > Jobs and email, and the log.",
    );
  }
  return ok("Jobs", "no jobs are late or failed");
}

async function checkOutbox(pool: pg.Pool): Promise<Finding> {
  const [emails] = await queryRows(
    pool,
    `select count(*) filter (where status = 'failed')::integer as failed,
            count(*) filter (where status = 'queued' and created_at < now() - interval '15 minutes')::integer as queued,
            max(last_error) filter (where status in ('queued', 'failed')) as last_error
       from private.email_outbox where created_at > now() - interval '30 days'`,
  );
  const { failed = 0, queued = 0, last_error = null } = emails ?? {};
  if (failed + queued === 0) {
    return ok("Outbox", "nothing waiting, no failures in 30 days");
  }
  return problem(
    "Outbox",
    `${queued} waiting, ${failed} failed${last_error ? ` (${last_error})` : ""}`,
    "Check SMTP_URL and the mail server's log.",
  );
}
