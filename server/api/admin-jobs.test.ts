import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type BackgroundWork, needsALook, type UnsentMailPage } from "#domain/background-work.ts";
import { adminJobs } from "#server/api/admin-jobs.ts";
import { adminJobsMails } from "#server/api/admin-jobs-mails.ts";
import { queueMail } from "#server/email/outbox.ts";
import { type JobOptions, jobs } from "#server/jobs/queue.ts";
import { type ApiCallers, apiCallers } from "#tests/support/api-callers.ts";

const JOBS = "/api/admin/jobs";
const MAILS = "/api/admin/mails";
const SWITCHES = "/api/admin/invoice-mails";

let world: ApiCallers;
beforeAll(async () => {
  world = await apiCallers((parts) =>
    new Hono().route("/", adminJobs(parts)).route("/", adminJobsMails(parts)),
  );
});
beforeEach(async () => {
  await world.sql.query("delete from graphile_worker._private_jobs");
  await world.sql.query("delete from private.mail_outbox");
});

const past = (query: Parameters<ApiCallers["database"]["bypassingPolicies"]>[1]) =>
  world.database.bypassingPolicies({ reason: "test" }, query);

async function aJob(name: string, change: string, options: JobOptions = {}): Promise<string> {
  await past((query) => jobs.add(query, name, {}, options));
  const { rows } = await world.sql.query(
    `update graphile_worker._private_jobs set ${change} where id = (select max(id) from graphile_worker._private_jobs)
     returning id::text as id`,
  );
  return rows[0].id;
}

async function aMail(change = "attempts = attempts", job = "attempts = attempts"): Promise<string> {
  await past((query) =>
    queueMail(query, jobs, {
      deduplicationKey: randomUUID(),
      kind: "test",
      recipient: "grace@example.com",
      subject: "About it",
      text: "https://firm.example/reset-password?token_hash=secret",
    }),
  );
  const { rows } = await world.sql.query(
    `update private.mail_outbox set ${change}
      where id = (select id from private.mail_outbox order by created_at desc limit 1) returning id`,
  );
  await world.sql.query(`update graphile_worker._private_jobs set ${job} where key = $1`, [
    `mail:${rows[0].id}`,
  ]);
  return rows[0].id;
}

const work = async () => {
  const { status, body } = await world.call("administrator", "GET", JOBS);
  expect(status).toBe(200);
  return body as unknown as BackgroundWork;
};
const mails = async (query = "") =>
  (await world.call("administrator", "GET", `${MAILS}${query}`)).body as unknown as UnsentMailPage;
const queued = async (id: string) =>
  (
    await world.sql.query(
      "select attempts::integer, locked_by, run_at <= now() as is_due from graphile_worker._private_jobs where id = $1",
      [id],
    )
  ).rows[0];
const acts = async () =>
  (
    await world.sql.query(
      "select action, table_name, row_id from public.audit_log where actor_id = $1 order by id desc limit 1",
      [world.administratorId],
    )
  ).rows[0];

describe.each([
  ["GET", JOBS, undefined],
  ["POST", `${JOBS}/1/run-again`, undefined],
  ["POST", `${JOBS}/schedules/sweep-files/run`, undefined],
  ["GET", MAILS, undefined],
  ["POST", `${MAILS}/${randomUUID()}/send-again`, undefined],
  ["POST", `${JOBS}/1/dismiss`, undefined],
  ["POST", `${MAILS}/${randomUUID()}/dismiss`, undefined],
  ["PUT", SWITCHES, { newInvoices: false, overdue: false }],
])("%s %s", (method, path, body) => {
  test("refuses clients and visitors", async () => {
    expect((await world.call("client", method, path, body)).status).toBe(403);
    expect((await world.call("visitor", method, path, body)).status).toBe(401);
  });
});

describe("schedules", () => {
  test("tell what they do, how they ended last, and when they run next: sooner when a failure is tried again", async () => {
    await world.sql.query(
      `insert into private.job_runs (name, started_at, finished_at, outcome, failed_at, failure)
       values ('reconcile-square', now(), now(), 'failed', now(), 'Square is not reachable at the moment.')`,
    );
    await aJob("keep-retention-periods", "attempts = 1, run_at = now() + interval '5 seconds'");
    await aJob("recompute-overdue", "attempts = 1, locked_at = now(), locked_by = 'w'");
    const { schedules, jobs: troubled } = await work();
    const of = (name: string) => schedules.find((each) => each.name === name);
    expect(of("reconcile-square")).toMatchObject({
      title: "Compare with Square",
      outcome: "failed",
      failure: "Square is not reachable at the moment.",
    });
    expect(of("announce-invoices")).toMatchObject({ at: "* * * * *", outcome: null, lastEndedAt: null });
    const soon = Date.parse(of("keep-retention-periods")?.nextRunAt ?? "") - Date.now();
    expect(soon).toBeLessThan(6_000);
    expect(of("recompute-overdue")?.runningSince).toEqual(expect.any(String));
    expect(troubled).toEqual([]);
  });

  test("run now when asked to, once however often, and it is filed", async () => {
    const run = (name: string) => world.post("administrator", `${JOBS}/schedules/${name}/run`, {});
    expect((await run("sweep-files")).status).toBe(202);
    expect((await run("sweep-files")).status).toBe(202);
    const { rows } = await world.sql.query("select task_identifier from graphile_worker.jobs");
    expect(rows).toEqual([{ task_identifier: "sweep-files" }]);
    expect(await acts()).toEqual({ action: "run", table_name: "jobs", row_id: "sweep-files" });
    for (const unknown of ["send-mail", "x", "%00"]) expect((await run(unknown)).status).toBe(404);
  });

  test("that wait to be tried again are run instead of being queued beside", async () => {
    const id = await aJob("announce-invoices", "attempts = 3, run_at = now() + interval '1 day'", {
      key: "announce-invoices",
    });
    await world.post("administrator", `${JOBS}/schedules/announce-invoices/run`, {});
    expect(await queued(id)).toMatchObject({ attempts: 0, is_due: true });
    const { rows } = await world.sql.query("select count(*)::integer as jobs from graphile_worker.jobs");
    expect(rows).toEqual([{ jobs: 1 }]);
  });

  test.each([
    ["announce-bookings", "2 hours", true],
    ["announce-bookings", "30 minutes", false],
    ["remove-expired", "30 hours", false],
    ["remove-expired", "3 days", true],
  ])("%s without success for %s: it keeps failing: %s", async (name, since, keepsFailing) => {
    await world.sql.query(
      `insert into private.job_runs (name, started_at, finished_at, outcome, succeeded_at, failed_at, failure)
       values ($1, now(), now(), 'failed', now() - $2::interval, now(), 'Something went wrong.')
       on conflict (name) do update set succeeded_at = excluded.succeeded_at`,
      [name, since],
    );
    const { schedules } = await work();
    expect(schedules.find((each) => each.name === name)).toMatchObject({ keepsFailing });
  });
});

describe("jobs in trouble", () => {
  test("are those held too long, given up, or tried again; mails have a list of their own", async () => {
    const held = await aJob("run-sync", "locked_at = now() - interval '2 hours', locked_by = 'w'");
    const givenUp = await aJob("process-webhook-event", "attempts = max_attempts");
    const trying = await aJob(
      "process-webhook-event",
      "attempts = 2, run_at = now() + interval '1 hour', last_error = 'relation users'",
    );
    await aJob("run-sync", "locked_at = now(), locked_by = 'w'");
    await aJob("run-sync", "attempts = 0");
    await aMail("attempts = 25", "attempts = max_attempts");
    // A later run has taken its place, and its schedule tells how that went.
    await aJob("sweep-files", "attempts = max_attempts");
    const { jobs: troubled } = await work();
    expect(troubled.map(({ id, state }) => [id, state])).toEqual([
      [held, "held"],
      [givenUp, "given-up"],
      [trying, "trying-again"],
    ]);
    expect(JSON.stringify(troubled)).not.toContain("relation users");
  });

  test("are run again at once, with all their tries, and it is filed", async () => {
    const again = (id: string) => world.post("administrator", `${JOBS}/${id}/run-again`, {});
    const givenUp = await aJob("process-webhook-event", "attempts = max_attempts");
    expect((await again(givenUp)).status).toBe(202);
    expect(await queued(givenUp)).toEqual({ attempts: 0, locked_by: null, is_due: true });
    expect(await acts()).toMatchObject({ action: "run again", row_id: "process-webhook-event" });
    const held = await aJob("scan-documents", "locked_at = now() - interval '2 hours', locked_by = 'w'", {
      queue: "scan-documents",
    });
    await world.sql.query(
      "update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'w'",
    );
    expect((await again(held)).status).toBe(202);
    expect(await queued(held)).toEqual({ attempts: 0, locked_by: null, is_due: true });
    const { rows } = await world.sql.query(
      "select locked_by from graphile_worker._private_job_queues where queue_name = 'scan-documents'",
    );
    expect(rows).toEqual([{ locked_by: null }]);
  });

  test("that were given up are dismissed for good, and it is filed; others are not", async () => {
    const dismiss = (id: string) => world.post("administrator", `${JOBS}/${id}/dismiss`, {});
    const givenUp = await aJob("process-webhook-event", "attempts = max_attempts");
    const trying = await aJob("process-webhook-event", "attempts = 2, run_at = now() + interval '1 hour'");
    const held = await aJob("run-sync", "locked_at = now() - interval '2 hours', locked_by = 'w'");
    expect((await dismiss(givenUp)).status).toBe(200);
    expect(await acts()).toEqual({ action: "dismiss", table_name: "jobs", row_id: "process-webhook-event" });
    for (const other of [givenUp, trying, held, "x"]) expect((await dismiss(other)).status).toBe(404);
    expect((await work()).jobs.map(({ id }) => id)).toEqual([held, trying]);
  });

  test("what is well, unknown or no number is left alone", async () => {
    const well = await aJob("run-sync", "locked_at = now(), locked_by = 'w'");
    for (const id of [well, "999999", "0", "-1", "x", "9".repeat(30), "%00"])
      expect((await world.post("administrator", `${JOBS}/${id}/run-again`, {})).status).toBe(404);
    expect(await queued(well)).toMatchObject({ locked_by: "w" });
  });
});

describe("unsent mails", () => {
  test("are counted and listed by state, without their text", async () => {
    const waiting = await aMail();
    const failing = await aMail("attempts = 3, last_error = E'451 not\\nnow'", "attempts = 3");
    const spent = await aMail("attempts = 25, state = 'failed'", "attempts = max_attempts");
    const lost = await aMail();
    await world.sql.query("delete from graphile_worker._private_jobs where key = $1", [`mail:${lost}`]);
    await aMail("state = 'sent'");
    const bounced = await aMail("state = 'sent', bounced_at = now(), bounce_reason = '550 no'");
    expect((await work()).mails).toEqual({ waiting: 1, failing: 1, late: 0, givenUp: 2, bounced: 1 });
    const all = await mails();
    expect(all).toMatchObject({ total: 5, from: 0 });
    expect(JSON.stringify(all)).not.toContain("token_hash");
    const idsOf = async (state: string) => (await mails(`?state=${state}`)).rows.map(({ id }) => id);
    expect(await idsOf("waiting")).toEqual([waiting]);
    expect(await idsOf("failing")).toEqual([failing]);
    expect((await idsOf("given-up")).sort()).toEqual([spent, lost].sort());
    expect(await idsOf("bounced")).toEqual([bounced]);
    expect((await mails("?state=failing")).rows[0]).toMatchObject({
      recipient: "grace@example.com",
      subject: "About it",
      lastError: "451 not now",
      nextTryAt: expect.any(String),
    });
    expect((await mails("?page=9")).from).toBe(0);
  });

  test.each([
    ["failed 4 times within 14 minutes", "attempts = 4, created_at = now() - interval '14 minutes'", 0],
    ["failed 5 times", "attempts = 5", 1],
    ["written 15 minutes ago and never tried", "created_at = now() - interval '15 minutes'", 1],
    ["failed once, written 15 minutes ago", "attempts = 1, created_at = now() - interval '15 minutes'", 1],
    ["sent in the end", "attempts = 9, state = 'sent'", 0],
  ])("%s: late or not by the one rule", async (_, change, late) => {
    await aMail(change);
    const found = await work();
    expect(found.mails.late).toBe(late);
    expect(needsALook({ schedules: [], jobs: [], mails: found.mails })).toBe(late > 0);
  });

  test.each(["?page=0", "?page=x", "?state=sent", "?state=%00"])("refuse %s", async (query) => {
    expect((await world.call("administrator", "GET", `${MAILS}${query}`)).status).toBe(400);
  });

  test("are sent again with all their tries, once, and it is filed; what was sent is not", async () => {
    const again = (id: string) => world.post("administrator", `${MAILS}/${id}/send-again`, {});
    const spent = await aMail("attempts = 25, state = 'failed'", "attempts = max_attempts");
    expect((await again(spent)).status).toBe(202);
    expect((await again(spent)).status).toBe(202);
    expect((await mails()).rows).toMatchObject([{ id: spent, state: "failing" }]);
    const { rows } = await world.sql.query(
      "select attempts, run_at <= now() as is_due from graphile_worker.jobs",
    );
    expect(rows).toEqual([{ attempts: 0, is_due: true }]);
    expect(await acts()).toEqual({ action: "send again", table_name: "mail_outbox", row_id: spent });
    expect(await again(await aMail("state = 'sent'"))).toMatchObject({
      status: 409,
      body: { code: "already_sent" },
    });
    for (const unknown of [randomUUID(), "1", "%00"]) expect((await again(unknown)).status).toBe(404);
  });

  test("that came back are sent again as new messages, once, but for those that held something for once", async () => {
    const again = (id: string) => world.post("administrator", `${MAILS}/${id}/send-again`, {});
    const cameBack =
      "state = 'sent', attempts = 3, bounced_at = now(), bounce_status = '5.2.2', bounce_reason = 'full'";
    const bounced = await aMail(cameBack);
    await world.sql.query("delete from graphile_worker._private_jobs");
    const messageId = async () =>
      (await world.sql.query("select message_id from private.mail_outbox where id = $1", [bounced])).rows[0];
    const first = await messageId();
    expect((await again(bounced)).status).toBe(202);
    expect((await again(bounced)).status).toBe(202);
    expect((await mails()).rows).toMatchObject([
      { id: bounced, state: "waiting", attempts: 0, bounce: null },
    ]);
    expect(await messageId()).not.toEqual(first);
    expect((await world.sql.query("select 1 from graphile_worker.jobs")).rowCount).toBe(1);
    const spent = await aMail(`${cameBack}, body_text = ''`);
    expect(await again(spent)).toMatchObject({ status: 409, body: { code: "text_forgotten" } });
    expect((await mails("?state=bounced")).rows).toMatchObject([{ id: spent, canBeSentAgain: false }]);
  });
});

describe("a mail that failed", () => {
  const dismiss = (id: string) => world.post("administrator", `${MAILS}/${id}/dismiss`, {});
  const stored = async (id: string) =>
    (await world.sql.query("select state, body_text from private.mail_outbox where id = $1", [id])).rows[0];

  test("is dismissed: neither listed nor counted nor tried nor sent again, and it is filed", async () => {
    const spent = await aMail("attempts = 25, state = 'failed'", "attempts = max_attempts");
    const failing = await aMail("attempts = 3, kind = 'account-recovery'", "attempts = 3");
    const lost = await aMail("attempts = 1");
    await world.sql.query("delete from graphile_worker._private_jobs where key = $1", [`mail:${lost}`]);
    const bounced = await aMail("state = 'sent', attempts = 1, bounced_at = now()");
    await world.sql.query("delete from graphile_worker._private_jobs where key = $1", [`mail:${bounced}`]);
    for (const id of [spent, failing, lost, bounced]) {
      expect((await dismiss(id)).status).toBe(200);
      expect(await acts()).toEqual({ action: "dismiss", table_name: "mail_outbox", row_id: id });
      expect((await dismiss(id)).status).toBe(404);
      expect((await world.post("administrator", `${MAILS}/${id}/send-again`, {})).status).toBe(404);
    }
    expect((await mails()).total).toBe(0);
    expect((await work()).mails).toEqual({ waiting: 0, failing: 0, late: 0, givenUp: 0, bounced: 0 });
    const { rows } = await world.sql.query("select count(*)::integer as jobs from graphile_worker.jobs");
    expect(rows).toEqual([{ jobs: 0 }]);
    expect(await stored(spent)).toMatchObject({ state: "dismissed", body_text: expect.stringMatching(/./) });
    expect((await stored(failing)).body_text).toBe("");
  });

  test("that is being sent, one that only waits and one that was sent are left alone", async () => {
    const busy = await aMail("attempts = 3", "attempts = 4, locked_at = now(), locked_by = 'w'");
    expect(await dismiss(busy)).toMatchObject({ status: 409, body: { code: "busy" } });
    for (const id of [await aMail(), await aMail("state = 'sent'"), randomUUID(), "1"])
      expect((await dismiss(id)).status).toBe(404);
    expect((await stored(busy)).state).toBe("queued");
  });
});

describe("mails about invoices", () => {
  test("are on, and switched by administrators, who are named in the log", async () => {
    expect((await work()).invoiceMails).toEqual({ newInvoices: true, overdue: true });
    const put = (body: unknown) => world.call("administrator", "PUT", SWITCHES, body);
    expect((await put({ newInvoices: true, overdue: false })).status).toBe(200);
    expect((await work()).invoiceMails).toEqual({ newInvoices: true, overdue: false });
    expect(await acts()).toMatchObject({ action: "update", table_name: "invoice_mails" });
    for (const nonsense of [
      {},
      { newInvoices: 1, overdue: true },
      "{",
      { newInvoices: true, overdue: true, x: 1 },
    ])
      expect((await put(nonsense)).status).toBe(400);
    expect((await work()).invoiceMails).toEqual({ newInvoices: true, overdue: false });
  });
});
