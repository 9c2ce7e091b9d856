import type pg from "pg";
import { SCHEDULES } from "#server/jobs/schedules.ts";
import { type Finding, ok, problem } from "./finding.ts";

/** Jobs that gave up or wait too long, and mail that could not be sent. */
export async function lookAtWork(pool: pg.Pool): Promise<Finding[]> {
  return [await jobs(pool), await outbox(pool)];
}

async function jobs(pool: pg.Pool): Promise<Finding> {
  const names = SCHEDULES.map(({ name }) => name);
  const { rows } = await pool.query<{ given_up: number; late: number }>(
    `select count(*) filter (where attempts >= max_attempts
                               and task_identifier <> all($1::text[]))::integer as given_up,
            count(*) filter (where attempts < max_attempts and locked_at is null
                               and run_at < now() - interval '15 minutes')::integer as late
       from graphile_worker.jobs`,
    [names],
  );
  const { given_up = 0, late = 0 } = rows[0] ?? {};
  if (given_up > 0)
    return problem("Jobs", `${given_up} gave up`, "The log tells why: look for lines with the job's name.");
  if (late > 0)
    return problem(
      "Jobs",
      `${late} wait for more than 15 minutes`,
      "Is the product running? It works them off.",
    );
  const { rows: failed } = await pool.query<{ name: string }>(
    "select name from private.job_runs where outcome = 'failed' and name = any($1::text[]) order by name",
    [names],
  );
  if (failed.length > 0)
    return problem(
      "Jobs",
      `failed last: ${failed.map(({ name }) => name).join(", ")}`,
      "They are tried again by themselves; Settings, Jobs and mail, says why, and the log more.",
    );
  return ok("Jobs", "none late, none given up, none failed last");
}

async function outbox(pool: pg.Pool): Promise<Finding> {
  const { rows } = await pool.query<{ failed: number; queued: number; last_error: string | null }>(
    `select count(*) filter (where state = 'failed')::integer as failed,
            count(*) filter (where state = 'queued' and created_at < now() - interval '15 minutes')::integer as queued,
            max(last_error) filter (where state in ('queued', 'failed')) as last_error
       from private.mail_outbox where created_at > now() - interval '30 days'`,
  );
  const { failed = 0, queued = 0, last_error = null } = rows[0] ?? {};
  if (failed + queued === 0) return ok("Outbox", "nothing waits, nothing failed in 30 days");
  return problem(
    "Outbox",
    `${queued} waiting, ${failed} failed${last_error ? ` (${last_error})` : ""}`,
    "Check SMTP_URL and the mail server's own log.",
  );
}
