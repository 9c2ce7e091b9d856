import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import type { hc, InferResponseType } from "hono/client";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listEmailProblems } from "#domain/jobs/job-health.ts";
import type { AdminApi } from "#server/api/admin/admin-api.ts";
import { createEmailRoutes } from "#server/api/admin/emails.ts";
import { createJobRoutes } from "#server/api/admin/jobs.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { paragraph } from "#server/email/content.ts";
import { queueEmail } from "#server/email/outbox.ts";
import type { JobName } from "#server/jobs/queue/job.ts";
import { type JobOptions, jobs } from "#server/jobs/queue/queue.ts";
import { type ApiEnvironment, createApiEnvironment } from "#tests/support/product/api-environment.ts";

type AdminRoutes = ReturnType<typeof hc<AdminApi>>["api"]["admin"];
type JobsOverview = InferResponseType<AdminRoutes["jobs"]["$get"]>;
type UndeliveredEmailPage = InferResponseType<AdminRoutes["emails"]["$get"]>;

const JOBS = "/api/admin/jobs";
const EMAILS = "/api/admin/emails";
const INVOICE_EMAILS = "/api/admin/invoice-emails";

let fixture: ApiEnvironment;
beforeAll(async () => {
  fixture = await createApiEnvironment((parts) =>
    new Hono<CallerEnv>().route("/", createJobRoutes(parts)).route("/", createEmailRoutes(parts)),
  );
});
beforeEach(async () => {
  await fixture.sql.query("delete from graphile_worker._private_jobs");
  await fixture.sql.query("delete from private.email_outbox");
});

const bypassPolicies = (query: Parameters<ApiEnvironment["database"]["bypassPolicies"]>[1]) =>
  fixture.database.bypassPolicies({ reason: "test" }, query);

async function createJob(name: JobName, change: string, options: JobOptions = {}): Promise<string> {
  await bypassPolicies((query) => jobs.add(query, name, {}, options));
  const { rows } = await fixture.sql.query(
    `update graphile_worker._private_jobs set ${change} where id = (select max(id) from graphile_worker._private_jobs)
     returning id::text as id`,
  );
  return rows[0].id;
}

async function createEmail(change = "attempts = attempts", job = "attempts = attempts"): Promise<string> {
  await bypassPolicies((query) =>
    queueEmail(query, jobs, {
      deduplicationKey: randomUUID(),
      kind: "inquiry-reply",
      recipient: "grace@example.com",
      subject: "About it",
      blocks: [paragraph("https://firm.example/reset-password?token_hash=secret")],
    }),
  );
  const { rows } = await fixture.sql.query(
    `update private.email_outbox set ${change}
      where id = (select id from private.email_outbox order by created_at desc limit 1) returning id`,
  );
  await fixture.sql.query(`update graphile_worker._private_jobs set ${job} where key = $1`, [
    `email:${rows[0].id}`,
  ]);
  return rows[0].id;
}

const readOverview = async () => {
  const { status, body } = await fixture.call("administrator", "GET", JOBS);
  expect(status).toBe(200);
  return body as unknown as JobsOverview;
};
const listEmails = async (query = "") =>
  (await fixture.call("administrator", "GET", `${EMAILS}${query}`)).body as unknown as UndeliveredEmailPage;
const readQueuedJob = async (id: string) =>
  (
    await fixture.sql.query(
      "select attempts::integer, locked_by, run_at <= now() as is_due from graphile_worker._private_jobs where id = $1",
      [id],
    )
  ).rows[0];
const readLastAuditEntry = async () =>
  (
    await fixture.sql.query(
      "select action, table_name, row_id from public.audit_log where actor_id = $1 order by id desc limit 1",
      [fixture.administratorId],
    )
  ).rows[0];

describe.each([
  ["GET", JOBS, undefined],
  ["POST", `${JOBS}/1/retry`, undefined],
  ["POST", `${JOBS}/schedules/sweep-files/run`, undefined],
  ["GET", EMAILS, undefined],
  ["POST", `${EMAILS}/${randomUUID()}/resend`, undefined],
  ["POST", `${JOBS}/1/dismiss`, undefined],
  ["POST", `${EMAILS}/${randomUUID()}/dismiss`, undefined],
  ["PUT", INVOICE_EMAILS, { newInvoices: false, overdue: false }],
])("%s %s", (method, path, body) => {
  test("rejects clients and visitors", async () => {
    expect((await fixture.call("client", method, path, body)).status).toBe(403);
    expect((await fixture.call("visitor", method, path, body)).status).toBe(401);
  });
});

describe("schedules", () => {
  test("are listed with description, last outcome and next run, which can be a retry", async () => {
    await fixture.sql.query(
      `insert into private.job_runs (name, started_at, finished_at, outcome, failed_at, failure)
       values ('reconcile-square', now(), now(), 'failed', now(), 'We couldn''t reach Square.')`,
    );
    await createJob("apply-retention-periods", "attempts = 1, run_at = now() + interval '5 seconds'");
    await createJob("recompute-overdue", "attempts = 1, locked_at = now(), locked_by = 'w'");
    const { schedules, jobs: problemJobs } = await readOverview();
    const findSchedule = (name: string) => schedules.find((each) => each.name === name);
    expect(findSchedule("reconcile-square")).toMatchObject({
      title: "Compare with Square",
      outcome: "failed",
      failure: "We couldn't reach Square.",
    });
    expect(findSchedule("announce-invoices")).toMatchObject({
      at: "* * * * *",
      outcome: null,
      lastEndedAt: null,
    });
    const msUntilNextRun = Date.parse(findSchedule("apply-retention-periods")?.nextRunAt ?? "") - Date.now();
    expect(msUntilNextRun).toBeLessThan(6_000);
    expect(findSchedule("recompute-overdue")?.runningSince).toEqual(expect.any(String));
    expect(problemJobs).toEqual([]);
  });

  test("run on request, once for repeated requests, with an audit entry", async () => {
    const run = (name: string) => fixture.post("administrator", `${JOBS}/schedules/${name}/run`, {});
    expect((await run("sweep-files")).status).toBe(202);
    expect((await run("sweep-files")).status).toBe(202);
    const { rows } = await fixture.sql.query("select task_identifier from graphile_worker.jobs");
    expect(rows).toEqual([{ task_identifier: "sweep-files" }]);
    expect(await readLastAuditEntry()).toEqual({ action: "run", table_name: "jobs", row_id: "sweep-files" });
    for (const unknown of ["send-email", "x", "%00"]) {
      expect((await run(unknown)).status).toBe(404);
    }
  });

  test("that are waiting for a retry run now instead of being queued twice", async () => {
    const id = await createJob("announce-invoices", "attempts = 3, run_at = now() + interval '1 day'", {
      key: "announce-invoices",
    });
    await fixture.post("administrator", `${JOBS}/schedules/announce-invoices/run`, {});
    expect(await readQueuedJob(id)).toMatchObject({ attempts: 0, is_due: true });
    const { rows } = await fixture.sql.query("select count(*)::integer as jobs from graphile_worker.jobs");
    expect(rows).toEqual([{ jobs: 1 }]);
  });

  test.each([
    ["announce-bookings", "2 hours", true],
    ["announce-bookings", "30 minutes", false],
    ["remove-expired", "30 hours", false],
    ["remove-expired", "3 days", true],
  ])("report whether %s keeps failing after %s without success: %s", async (name, since, keepsFailing) => {
    await fixture.sql.query(
      `insert into private.job_runs (name, started_at, finished_at, outcome, succeeded_at, failed_at, failure)
       values ($1, now(), now(), 'failed', now() - $2::interval, now(), 'Something went wrong.')
       on conflict (name) do update set succeeded_at = excluded.succeeded_at`,
      [name, since],
    );
    const { schedules } = await readOverview();
    expect(schedules.find((each) => each.name === name)).toMatchObject({ keepsFailing });
  });
});

describe("failed and stalled jobs", () => {
  test("include jobs that are locked too long, failed or waiting for a retry, but no email jobs", async () => {
    const stalledId = await createJob("run-sync", "locked_at = now() - interval '2 hours', locked_by = 'w'");
    const failedId = await createJob("process-webhook-event", "attempts = max_attempts");
    const retryingId = await createJob(
      "process-webhook-event",
      "attempts = 2, run_at = now() + interval '1 hour', last_error = 'relation users'",
    );
    await createJob("run-sync", "locked_at = now(), locked_by = 'w'");
    await createJob("run-sync", "attempts = 0");
    await createEmail("attempts = 25", "attempts = max_attempts");
    // Scheduled jobs are not listed here, because the schedule shows their last outcome.
    await createJob("sweep-files", "attempts = max_attempts");
    const { jobs: problemJobs } = await readOverview();
    expect(problemJobs.map(({ id, status }) => [id, status])).toEqual([
      [stalledId, "stalled"],
      [failedId, "failed"],
      [retryingId, "retrying"],
    ]);
    expect(JSON.stringify(problemJobs)).not.toContain("relation users");
  });

  test("are retried immediately with all attempts, with an audit entry", async () => {
    const retry = (id: string) => fixture.post("administrator", `${JOBS}/${id}/retry`, {});
    const failedId = await createJob("process-webhook-event", "attempts = max_attempts");
    expect((await retry(failedId)).status).toBe(202);
    expect(await readQueuedJob(failedId)).toEqual({ attempts: 0, locked_by: null, is_due: true });
    expect(await readLastAuditEntry()).toMatchObject({ action: "retry", row_id: "process-webhook-event" });
    const stalledId = await createJob(
      "scan-documents",
      "locked_at = now() - interval '2 hours', locked_by = 'w'",
      {
        queue: "scan-documents",
      },
    );
    await fixture.sql.query(
      "update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'w'",
    );
    expect((await retry(stalledId)).status).toBe(202);
    expect(await readQueuedJob(stalledId)).toEqual({ attempts: 0, locked_by: null, is_due: true });
    const { rows } = await fixture.sql.query(
      "select locked_by from graphile_worker._private_job_queues where queue_name = 'scan-documents'",
    );
    expect(rows).toEqual([{ locked_by: null }]);
  });

  test("can be dismissed only after the last attempt, with an audit entry", async () => {
    const dismiss = (id: string) => fixture.post("administrator", `${JOBS}/${id}/dismiss`, {});
    const failedId = await createJob("process-webhook-event", "attempts = max_attempts");
    const retryingId = await createJob(
      "process-webhook-event",
      "attempts = 2, run_at = now() + interval '1 hour'",
    );
    const stalledId = await createJob("run-sync", "locked_at = now() - interval '2 hours', locked_by = 'w'");
    expect((await dismiss(failedId)).status).toBe(200);
    expect(await readLastAuditEntry()).toEqual({
      action: "dismiss",
      table_name: "jobs",
      row_id: "process-webhook-event",
    });
    for (const other of [failedId, retryingId, stalledId, "x"]) {
      expect((await dismiss(other)).status).toBe(404);
    }
    expect((await readOverview()).jobs.map(({ id }) => id)).toEqual([stalledId, retryingId]);
  });

  test("return 404 for a healthy, unknown or malformed job id", async () => {
    const healthyId = await createJob("run-sync", "locked_at = now(), locked_by = 'w'");
    for (const id of [healthyId, "999999", "0", "-1", "x", "9".repeat(30), "%00"]) {
      expect((await fixture.post("administrator", `${JOBS}/${id}/retry`, {})).status).toBe(404);
    }
    expect(await readQueuedJob(healthyId)).toMatchObject({ locked_by: "w" });
  });
});

describe("undelivered emails", () => {
  test("are counted and listed by status, without their text", async () => {
    const queuedId = await createEmail();
    const retryingId = await createEmail("attempts = 3, last_error = E'451 not\\nnow'", "attempts = 3");
    const failedId = await createEmail("attempts = 25, status = 'failed'", "attempts = max_attempts");
    const lostId = await createEmail();
    await fixture.sql.query("delete from graphile_worker._private_jobs where key = $1", [`email:${lostId}`]);
    await createEmail("status = 'sent'");
    const bouncedId = await createEmail("status = 'sent', bounced_at = now(), bounce_reason = '550 no'");
    expect((await readOverview()).emails).toEqual({ queued: 1, retrying: 1, late: 0, failed: 2, bounced: 1 });
    const allEmails = await listEmails();
    expect(allEmails).toMatchObject({ total: 5, from: 0 });
    expect(JSON.stringify(allEmails)).not.toContain("token_hash");
    const listIds = async (status: string) =>
      (await listEmails(`?status=${status}`)).rows.map(({ id }) => id);
    expect(await listIds("queued")).toEqual([queuedId]);
    expect(await listIds("retrying")).toEqual([retryingId]);
    expect((await listIds("failed")).sort()).toEqual([failedId, lostId].sort());
    expect(await listIds("bounced")).toEqual([bouncedId]);
    expect((await listEmails("?status=retrying")).rows[0]).toMatchObject({
      recipient: "grace@example.com",
      subject: "About it",
      lastError: "451 not now",
      nextTryAt: expect.any(String),
    });
    expect((await listEmails("?page=9")).from).toBe(0);
  });

  test.each([
    ["failed 4 times within 14 minutes", "attempts = 4, created_at = now() - interval '14 minutes'", 0],
    ["failed 5 times", "attempts = 5", 1],
    ["written 15 minutes ago and never tried", "created_at = now() - interval '15 minutes'", 1],
    ["failed once, written 15 minutes ago", "attempts = 1, created_at = now() - interval '15 minutes'", 1],
    ["sent after 9 attempts", "attempts = 9, status = 'sent'", 0],
  ])("are late only after 5 failures or 15 minutes: %s", async (_, change, late) => {
    await createEmail(change);
    const overview = await readOverview();
    expect(overview.emails.late).toBe(late);
    expect(listEmailProblems(overview.emails).length > 0).toBe(late > 0);
  });

  test.each(["?page=0", "?page=x", "?status=sent", "?status=%00"])("reject %s", async (query) => {
    expect((await fixture.call("administrator", "GET", `${EMAILS}${query}`)).status).toBe(400);
  });

  test("are resent once with all attempts and an audit entry, unless they were sent", async () => {
    const resend = (id: string) => fixture.post("administrator", `${EMAILS}/${id}/resend`, {});
    const failedId = await createEmail("attempts = 25, status = 'failed'", "attempts = max_attempts");
    expect((await resend(failedId)).status).toBe(202);
    expect((await resend(failedId)).status).toBe(202);
    expect((await listEmails()).rows).toMatchObject([{ id: failedId, status: "retrying" }]);
    const { rows } = await fixture.sql.query(
      "select attempts, run_at <= now() as is_due from graphile_worker.jobs",
    );
    expect(rows).toEqual([{ attempts: 0, is_due: true }]);
    expect(await readLastAuditEntry()).toEqual({
      action: "resend",
      table_name: "email_outbox",
      row_id: failedId,
    });
    expect(await resend(await createEmail("status = 'sent'"))).toMatchObject({
      status: 409,
      body: { code: "already_sent" },
    });
    for (const unknown of [randomUUID(), "1", "%00"]) {
      expect((await resend(unknown)).status).toBe(404);
    }
  });

  test("that bounced are resent once as new emails, except those with a one-time link", async () => {
    const resend = (id: string) => fixture.post("administrator", `${EMAILS}/${id}/resend`, {});
    const bounceColumns =
      "status = 'sent', attempts = 3, bounced_at = now(), bounce_status = '5.2.2', bounce_reason = 'full'";
    const bouncedId = await createEmail(bounceColumns);
    await fixture.sql.query("delete from graphile_worker._private_jobs");
    const readMessageId = async () =>
      (await fixture.sql.query("select message_id from private.email_outbox where id = $1", [bouncedId]))
        .rows[0];
    const firstMessageId = await readMessageId();
    expect((await resend(bouncedId)).status).toBe(202);
    expect((await resend(bouncedId)).status).toBe(202);
    expect((await listEmails()).rows).toMatchObject([
      { id: bouncedId, status: "queued", attempts: 0, bounce: null },
    ]);
    expect(await readMessageId()).not.toEqual(firstMessageId);
    expect((await fixture.sql.query("select 1 from graphile_worker.jobs")).rowCount).toBe(1);
    const erasedId = await createEmail(`${bounceColumns}, body_text = ''`);
    expect(await resend(erasedId)).toMatchObject({ status: 409, body: { code: "text_erased" } });
    expect((await listEmails("?status=bounced")).rows).toMatchObject([
      { id: erasedId, canBeSentAgain: false },
    ]);
  });
});

describe("a failed email", () => {
  const dismiss = (id: string) => fixture.post("administrator", `${EMAILS}/${id}/dismiss`, {});
  const readStoredEmail = async (id: string) =>
    (await fixture.sql.query("select status, body_text from private.email_outbox where id = $1", [id]))
      .rows[0];

  test("can be dismissed, with an audit entry, and is then no longer listed, counted, retried or resent", async () => {
    const failedId = await createEmail("attempts = 25, status = 'failed'", "attempts = max_attempts");
    const retryingId = await createEmail("attempts = 3, kind = 'account-recovery'", "attempts = 3");
    const lostId = await createEmail("attempts = 1");
    await fixture.sql.query("delete from graphile_worker._private_jobs where key = $1", [`email:${lostId}`]);
    const bouncedId = await createEmail("status = 'sent', attempts = 1, bounced_at = now()");
    await fixture.sql.query("delete from graphile_worker._private_jobs where key = $1", [
      `email:${bouncedId}`,
    ]);
    for (const id of [failedId, retryingId, lostId, bouncedId]) {
      expect((await dismiss(id)).status).toBe(200);
      expect(await readLastAuditEntry()).toEqual({
        action: "dismiss",
        table_name: "email_outbox",
        row_id: id,
      });
      expect((await dismiss(id)).status).toBe(404);
      expect((await fixture.post("administrator", `${EMAILS}/${id}/resend`, {})).status).toBe(404);
    }
    expect((await listEmails()).total).toBe(0);
    expect((await readOverview()).emails).toEqual({ queued: 0, retrying: 0, late: 0, failed: 0, bounced: 0 });
    const { rows } = await fixture.sql.query("select count(*)::integer as jobs from graphile_worker.jobs");
    expect(rows).toEqual([{ jobs: 0 }]);
    expect(await readStoredEmail(failedId)).toMatchObject({
      status: "dismissed",
      body_text: expect.stringMatching(/./),
    });
    expect((await readStoredEmail(retryingId)).body_text).toBe("");
  });

  test("cannot be dismissed while it is queued or being sent, or after it was sent", async () => {
    const sendingId = await createEmail("attempts = 3", "attempts = 4, locked_at = now(), locked_by = 'w'");
    expect(await dismiss(sendingId)).toMatchObject({ status: 409, body: { code: "busy" } });
    for (const id of [await createEmail(), await createEmail("status = 'sent'"), randomUUID(), "1"]) {
      expect((await dismiss(id)).status).toBe(404);
    }
    expect((await readStoredEmail(sendingId)).status).toBe("queued");
  });
});

describe("invoice emails", () => {
  test("are on by default and can be turned off by administrators, with an audit entry", async () => {
    expect((await readOverview()).invoiceEmails).toEqual({ newInvoices: true, overdue: true });
    const saveInvoiceEmails = (body: unknown) => fixture.call("administrator", "PUT", INVOICE_EMAILS, body);
    expect((await saveInvoiceEmails({ newInvoices: true, overdue: false })).status).toBe(200);
    expect((await readOverview()).invoiceEmails).toEqual({ newInvoices: true, overdue: false });
    expect(await readLastAuditEntry()).toMatchObject({
      action: "update",
      table_name: "email_settings",
    });
    for (const invalid of [
      {},
      { newInvoices: 1, overdue: true },
      "{",
      { newInvoices: true, overdue: true, x: 1 },
    ]) {
      expect((await saveInvoiceEmails(invalid)).status).toBe(400);
    }
    expect((await readOverview()).invoiceEmails).toEqual({ newInvoices: true, overdue: false });
  });
});
