import { Hono } from "hono";
import type { BackgroundWork } from "#domain/background-work.ts";
import { recordAct } from "#server/audit.ts";
import { mailCounts } from "#server/email/mail-list.ts";
import { ApiError } from "#server/errors.ts";
import { invoiceMails } from "#server/jobs/invoice-mails.ts";
import { dismissJob, runAgain, scheduledJobs, troubledJobs } from "#server/jobs/job-list.ts";
import { optionsOf, SCHEDULES } from "#server/jobs/schedules.ts";
import type { Services } from "#server/services.ts";

const PATH = "/api/admin/jobs";
/** The queue numbers its jobs with bigint. */
const JOB_ID = /^[1-9]\d{0,17}$/;

/** What an administrator may do with a job in trouble. */
const ACTS = [
  { path: "run-again", action: "run again", act: runAgain, status: 202 },
  { path: "dismiss", action: "dismiss", act: dismissJob, status: 200 },
] as const;

/**
 * What runs outside requests, for administrators: `GET /api/admin/jobs` (schedules with their last and next run, jobs in
 * trouble, counts of unsent mail), `POST /api/admin/jobs/{id}/run-again` for a job in trouble, `…/{id}/dismiss` for one
 * that was given up, and `/api/admin/jobs/schedules/{name}/run` for a schedule now. No browser's role reaches the queue.
 */
export function adminJobs({
  database,
  sessions,
  jobs,
  now,
}: Pick<Services, "database" | "sessions" | "jobs" | "now">): Hono {
  const app = new Hono();
  app.get(PATH, async (context) => {
    await sessions.requireAdmin(context);
    const work = await database.bypassingPolicies(
      { reason: "show the jobs" },
      async (query): Promise<BackgroundWork> => ({
        schedules: await scheduledJobs(query, now()),
        jobs: await troubledJobs(query),
        mails: await mailCounts(query),
        invoiceMails: await invoiceMails(query),
      }),
    );
    return context.json({ success: true, ...work });
  });
  for (const { path, action, act, status } of ACTS)
    app.post(`${PATH}/:id/${path}`, async (context) => {
      const { sub } = await sessions.requireAdmin(context);
      const id = context.req.param("id");
      const name = JOB_ID.test(id)
        ? await database.bypassingPolicies(
            { reason: "deal with a job in trouble", actor: sub },
            async (query) => {
              const found = await act(query, id);
              if (found) await recordAct(query, { actor: sub, action, table: "jobs", rowId: found });
              return found;
            },
          )
        : null;
      if (!name) throw new ApiError(404, "not_found", "This job needs nothing any more.");
      return context.json({ success: true }, status);
    });
  app.post(`${PATH}/schedules/:name/run`, async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const schedule = SCHEDULES.find(({ name }) => name === context.req.param("name"));
    if (!schedule) throw new ApiError(404, "not_found", "There is no such schedule.");
    await database.bypassingPolicies({ reason: "run a schedule now", actor: sub }, async (query) => {
      await jobs.add(query, schedule.name, {}, optionsOf(schedule));
      await recordAct(query, { actor: sub, action: "run", table: "jobs", rowId: schedule.name });
    });
    return context.json({ success: true }, 202);
  });
  return app;
}
