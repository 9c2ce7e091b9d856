import { Hono } from "hono";
import { z } from "zod";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { UserClaims } from "#server/auth/sessions.ts";
import { type AuditAction, recordAuditEntry, recordCallerAction } from "#server/database/audit-log.ts";
import type { Query } from "#server/database/database.ts";
import { countUndeliveredEmails } from "#server/email/undelivered-emails.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateParams } from "#server/http/validate.ts";
import { getInvoiceEmailSettings } from "#server/jobs/email/invoice-email-settings.ts";
import { dismissJob, listFailedJobs, listScheduledJobs, retryJob } from "#server/jobs/queue/job-list.ts";
import { callerJobs } from "#server/jobs/queue/queue.ts";
import { getScheduleJobOptions, SCHEDULES } from "#server/jobs/queue/schedules.ts";
import type { Services } from "#server/services.ts";

const PATH = "/jobs";
/** Job ids are bigint. */
const JobPath = z.object({ id: z.string().regex(/^[1-9]\d{0,17}$/) });

/**
 * Lists and controls background jobs for administrators, because browsers cannot read the queue. `GET /api/admin/jobs`
 * returns the schedules with their last and next run, failed and stalled jobs, and counts of unsent emails. `POST
 * {id}/retry` runs a failed or stalled job again, `POST {id}/dismiss` removes a failed job, and `POST
 * schedules/{name}/run` runs a schedule now.
 */
export function createJobRoutes(services: Pick<Services, "database" | "now">) {
  const { database, now } = services;
  const validId = validateParams(JobPath, unknownJobError);
  return new Hono<CallerEnv>()
    .get(PATH, async (context) => {
      const overview = await database.bypassPolicies({ reason: "show the jobs" }, async (query) => ({
        schedules: await listScheduledJobs(query, now()),
        jobs: await listFailedJobs(query),
        emails: await countUndeliveredEmails(query),
        invoiceEmails: await getInvoiceEmailSettings(query),
      }));
      return context.json({ success: true, ...overview });
    })
    .post(`${PATH}/:id/retry`, validId, async (context) => {
      const { id } = context.req.valid("param");
      await changeJob(services, context.var.caller, { id, action: "retry", run: retryJob });
      return context.json({ success: true }, 202);
    })
    .post(`${PATH}/:id/dismiss`, validId, async (context) => {
      const { id } = context.req.valid("param");
      await changeJob(services, context.var.caller, { id, action: "dismiss", run: dismissJob });
      return context.json({ success: true });
    })
    .post(`${PATH}/schedules/:name/run`, async (context) => {
      const { caller } = context.var;
      const schedule = SCHEDULES.find(({ name }) => name === context.req.param("name"));
      if (!schedule) {
        throw new ApiError(404, "not_found", "Unknown scheduled job.");
      }
      await database.asCaller(caller, async (query) => {
        await callerJobs.add(query, schedule.name, {}, getScheduleJobOptions(schedule));
        await recordCallerAction(query, { action: "run", table: "jobs", rowId: schedule.name });
      });
      return context.json({ success: true }, 202);
    });
}

type JobChange = {
  id: string;
  action: AuditAction;
  /** Returns the job's name, or null if the job does not need the action. */
  run: (query: Query, id: string) => Promise<string | null>;
};

/** @throws {ApiError} 404 if the job does not need the action. */
async function changeJob(
  { database }: Pick<Services, "database">,
  { sub }: UserClaims,
  { id, action, run }: JobChange,
): Promise<void> {
  await database.bypassPolicies({ reason: "retry or dismiss a job", actor: sub }, async (query) => {
    const jobName = await run(query, id);
    if (!jobName) {
      throw unknownJobError();
    }
    await recordAuditEntry(query, { actor: sub, action, table: "jobs", rowId: jobName });
  });
}

function unknownJobError(): ApiError {
  return new ApiError(404, "not_found", "This job no longer needs attention.");
}
