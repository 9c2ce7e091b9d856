import pg from "pg";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { createDatabase, type Database } from "#server/database.ts";
import { queueMail } from "#server/email/outbox.ts";
import { smtpTransport } from "#server/email/transport.ts";
import type { Job } from "#server/jobs/job.ts";
import { jobs } from "#server/jobs/queue.ts";
import { createLog } from "#server/log.ts";
import { aMailServer, type MailServer } from "#tests/support/a-mail-server.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";
import { sendMail } from "./send-mail.ts";

let sql: TestDatabase["pool"];
let database: Database;
let mailServer: MailServer;
let send: Job;

beforeEach(async () => {
  ({ pool: sql } = await aDatabase());
  database = createDatabase(sql);
  mailServer = await aMailServer();
  const parts = { database, log: createLog("silent"), now: () => new Date("2026-03-02T10:00:00Z") };
  send = sendMail(parts, smtpTransport(mailServer.url), "Firm <firm@firm.example>", {
    name: "Firm",
    publicUrl: "https://firm.example",
  });
});
afterEach(() => mailServer.stop());

async function queued(): Promise<{ id: string }> {
  await database.bypassingPolicies({ reason: "test" }, (query) =>
    queueMail(query, jobs, {
      deduplicationKey: "cause-1",
      kind: "inquiry",
      recipient: "firm@firm.example",
      replyTo: "ada@visitor.example",
      subject: "Inquiry äöü – ABCD",
      text: "A line\n.\nanother line after a lone dot",
    }),
  );
  const { rows } = await sql.query("select id from private.mail_outbox");
  return rows[0];
}

test("what strangers cause waits for everything else, so that a flood of inquiries holds up no link to a password", async () => {
  await queued();
  await database.bypassingPolicies({ reason: "test" }, (query) =>
    queueMail(query, jobs, {
      deduplicationKey: "cause-2",
      kind: "account-recovery",
      recipient: "ada@client.example",
      subject: "Your link",
      text: "It works once.",
    }),
  );
  const { rows } = await sql.query(
    `select kind from graphile_worker._private_jobs as job
       join private.mail_outbox as mail on mail.id = (job.payload ->> 'id')::uuid
      order by job.priority, job.run_at`,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(["account-recovery", "inquiry"]);
});

async function row() {
  const { rows } = await sql.query("select state, attempts, last_error, sent_at from private.mail_outbox");
  return rows[0];
}

test("a mail server slower than a transaction may idle is waited for, and what it took is not sent again", async () => {
  const { id } = await queued();
  const impatient = new pg.Pool({ ...sql.options, idle_in_transaction_session_timeout: 100 });
  impatient.on("error", () => {});
  impatient.on("connect", (client) => client.on("error", () => {}));
  onTestFinished(() => impatient.end());
  let taken = 0;
  const slow = {
    async send() {
      await sql.query("select pg_sleep(0.4)");
      taken += 1;
    },
  };
  const parts = { database: createDatabase(impatient), log: createLog("silent"), now: () => new Date() };
  const sender = { name: "Firm", publicUrl: "https://firm.example" };
  const sendSlowly = sendMail(parts, slow, "Firm <firm@firm.example>", sender);
  await sendSlowly({ id });
  await sendSlowly({ id });
  expect(taken).toBe(1);
  expect(await row()).toMatchObject({ state: "sent" });
});

test("a queued message arrives whole and is marked as sent", async () => {
  await send(await queued());
  expect(mailServer.received).toMatchObject([
    {
      to: ["firm@firm.example"],
      message: {
        subject: "Inquiry äöü – ABCD",
        text: expect.stringContaining("A line\n.\nanother line after a lone dot"),
        replyTo: [{ address: "ada@visitor.example" }],
      },
    },
  ]);
  expect(await row()).toMatchObject({ state: "sent", attempts: 1 });
});

test("a message that was sent is not sent again", async () => {
  const mail = await queued();
  await send(mail);
  await send(mail);
  expect(mailServer.received).toHaveLength(1);
});

test("a message that was dismissed is not sent, whatever still asks for it", async () => {
  const mail = await queued();
  await sql.query("update private.mail_outbox set state = 'dismissed'");
  await send(mail);
  expect(mailServer.received).toEqual([]);
});

test("while the server refuses, the job fails for the queue to repeat it, and the message waits", async () => {
  const mail = await queued();
  mailServer.refuseWith(451);
  await expect(send(mail)).rejects.toThrow("not now");
  expect(await row()).toMatchObject({
    state: "queued",
    attempts: 1,
    last_error: expect.stringContaining("not now"),
  });
  mailServer.refuseWith(null);
  await send(mail);
  expect(mailServer.received).toHaveLength(1);
  expect(await row()).toMatchObject({ state: "sent", attempts: 2, last_error: null });
});

test("two workers with the same message send it once", async () => {
  const mail = await queued();
  await Promise.all([send(mail), send(mail)]);
  expect(mailServer.received).toHaveLength(1);
});

test("the same cause queues one message", async () => {
  await queued();
  await queued();
  const { rows } = await sql.query("select count(*)::integer as n from private.mail_outbox");
  expect(rows[0].n).toBe(1);
});
