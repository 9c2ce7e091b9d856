import { Hono } from "hono";
import type { JobsOverview } from "#domain/jobs/job-status.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { recordAuditEntry } from "#server/database/audit-log.ts";
import { countUndeliveredEmails } from "#server/email/undelivered-emails.ts";
import { ApiError } from "#server/http/errors.ts";
import { getInvoiceEmailSettings } from "#server/jobs/email/invoice-email-settings.ts";
import { dismissJob, listFailedJobs, listScheduledJobs, retryJob } from "#server/jobs/queue/job-list.ts";
import { SCHEDULES, scheduleJobOptions } from "#server/jobs/queue/schedules.ts";
import type { Services } from "#server/services.ts";

const PATH = "/jobs";
/** Job ids are bigint. */
const JOB_ID = /^[1-9]\d{0,17}$/;

/** The actions for a stalled or failed job. */
const ACTIONS = [
  { path: "retry", action: "retry", run: retryJob, status: 202 },
  { path: "dismiss", action: "dismiss", run: dismissJob, status: 200 },
] as const;

/**
 * Background jobs for administrators, because browsers cannot read the queue. `GET /api/admin/jobs` returns the
 * schedules with their last and next run, failed and stalled jobs, and counts of unsent emails. `POST {id}/retry` runs a
 * failed or stalled job again, `POST {id}/dismiss` removes a failed job, and `POST schedules/{name}/run` runs a schedule
 * now.
 */
export function jobRoutes({
  database,
  jobs,
  now,
}: Pick<Services, "database" | "jobs" | "now">): Hono<CallerEnv> {
  const app = new Hono<CallerEnv>();
  app.get(PATH, async (context) => {
    const overview = await database.bypassPolicies(
      { reason: "show the jobs" },
      async (query): Promise<JobsOverview> => ({
        schedules: await listScheduledJobs(query, now()),
        jobs: await listFailedJobs(query),
        mails: await countUndeliveredEmails(query),
        invoiceMails: await getInvoiceEmailSettings(query),
      }),
    );
    return context.json({ success: true, ...overview });
  });
  for (const { path, action, run, status } of ACTIONS) {
    app.post(`${PATH}/:id/${path}`, async (context) => {
      const { sub } = context.var.caller;
      const id = context.req.param("id");
      const name = JOB_ID.test(id)
        ? await database.bypassPolicies({ reason: "retry or dismiss a job", actor: sub }, async (query) => {
            const jobName = await run(query, id);
            if (jobName) {
              await recordAuditEntry(query, { actor: sub, action, table: "jobs", rowId: jobName });
            }
            return jobName;
          })
        : null;
      if (!name) {
        throw new ApiError(404, "not_found", "This job no longer needs attention.");
      }
      return context.json({ success: true }, status);
    });
  }
  app.post(`${PATH}/schedules/:name/run`, async (context) => {
    const { sub } = context.var.caller;
    const schedule = SCHEDULES.find(({ name }) => name === context.req.param("name"));
    if (!schedule) {
      throw new ApiError(404, "not_found", "Unknown scheduled job.");
    }
    await database.bypassPolicies({ reason: "run a schedule now", actor: sub }, async (query) => {
      await jobs.add(query, schedule.name, {}, scheduleJobOptions(schedule));
      await recordAuditEntry(query, { actor: sub, action: "run", table: "jobs", rowId: schedule.name });
    });
    return context.json({ success: true }, 202);
  });
  return app;
}
