import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import pg from "pg";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import { createDatabase, type Database } from "#server/database/database.ts";
import { button, calendarFile, paragraph } from "#server/email/content.ts";
import { queueEmail } from "#server/email/outbox.ts";
import { createSmtpTransport } from "#server/email/transport.ts";
import { createFiles } from "#server/files/index.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { createLogger } from "#server/observability/logger.ts";
import { startSmtpServer, type TestSmtpServer } from "#tests/support/email/smtp-server.ts";
import { createSendEmailJob } from "./send-email.ts";

const FROM = "Firm <firm@firm.example>";
/** These emails attach no documents. */
const NO_FILES = createFiles({ dataDir: "/nonexistent", s3: null });
const SENDER = { name: "Firm", publicUrl: "https://firm.example" };

let pool: TestDatabase["pool"];
let database: Database;
let mailServer: TestSmtpServer;
let send: JobHandler;

beforeEach(async () => {
  ({ pool } = await createTestDatabase());
  database = createDatabase(pool);
  mailServer = await startSmtpServer();
  send = createSendEmailJob(
    { database, files: NO_FILES, log: createLogger("silent"), now: () => new Date("2026-03-02T10:00:00Z") },
    { transport: createSmtpTransport(mailServer.url), from: FROM, sender: SENDER },
  );
});
afterEach(() => mailServer.stop());

async function queueTestEmail(): Promise<{ id: string }> {
  await database.bypassPolicies({ reason: "test" }, (query) =>
    queueEmail(query, jobs, {
      deduplicationKey: "key-1",
      kind: "inquiry",
      recipient: "firm@firm.example",
      replyTo: "ada@visitor.example",
      subject: "Inquiry äöü – ABCD",
      blocks: [
        paragraph("A line\n.\nanother line after a lone dot"),
        button("View", "https://firm.example/admin"),
      ],
    }),
  );
  const { rows } = await pool.query("select id from private.email_outbox");
  return rows[0];
}

test("sends account emails before inquiry emails", async () => {
  await queueTestEmail();
  await database.bypassPolicies({ reason: "test" }, (query) =>
    queueEmail(query, jobs, {
      deduplicationKey: "key-2",
      kind: "account-recovery",
      recipient: "ada@client.example",
      subject: "Your link",
      blocks: [paragraph("It works once.")],
    }),
  );
  const { rows } = await pool.query(
    `select kind from graphile_worker._private_jobs as job
       join private.email_outbox as email on email.id = (job.payload ->> 'id')::uuid
      order by job.priority, job.run_at`,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(["account-recovery", "inquiry"]);
});

async function readOutboxRow() {
  const { rows } = await pool.query("select status, attempts, last_error, sent_at from private.email_outbox");
  return rows[0];
}

test("waits for a mail server that is slower than the idle transaction timeout, and sends only once", async () => {
  const { id } = await queueTestEmail();
  const shortTimeoutPool = new pg.Pool({ ...pool.options, idle_in_transaction_session_timeout: 100 });
  shortTimeoutPool.on("error", () => {});
  shortTimeoutPool.on("connect", (client) => client.on("error", () => {}));
  onTestFinished(() => shortTimeoutPool.end());
  let acceptedCount = 0;
  const transport = {
    async send() {
      await pool.query("select pg_sleep(0.4)");
      acceptedCount += 1;
    },
  };
  const sendSlowly = createSendEmailJob(
    {
      database: createDatabase(shortTimeoutPool),
      files: NO_FILES,
      log: createLogger("silent"),
      now: () => new Date(),
    },
    { transport, from: FROM, sender: SENDER },
  );
  await sendSlowly({ id });
  await sendSlowly({ id });
  expect(acceptedCount).toBe(1);
  expect(await readOutboxRow()).toMatchObject({ status: "sent" });
});

test("sends a queued email as text and HTML and marks it as sent", async () => {
  await send(await queueTestEmail());
  expect(mailServer.received).toMatchObject([
    {
      to: ["firm@firm.example"],
      message: {
        subject: "Inquiry äöü – ABCD",
        text: expect.stringContaining("A line\n.\nanother line after a lone dot"),
        html: expect.stringMatching(
          /<a class="button-link" href="https:\/\/firm\.example\/admin"[^>]*>View<\/a>/,
        ),
        replyTo: [{ address: "ada@visitor.example" }],
      },
    },
  ]);
  expect(await readOutboxRow()).toMatchObject({ status: "sent", attempts: 1 });
});

test("attaches a calendar file for a meeting", async () => {
  await database.bypassPolicies({ reason: "test" }, (query) =>
    queueEmail(query, jobs, {
      deduplicationKey: "key-1",
      kind: "meeting-reminder",
      recipient: "ada@client.example",
      subject: "Your meeting is tomorrow",
      blocks: [
        paragraph("See you tomorrow."),
        {
          type: "calendar",
          meeting: { id: "1", service_type: "Review", scheduled_at: instant("2026-03-03T15:00:00Z") },
        },
      ],
    }),
  );
  const { rows } = await pool.query("select id from private.email_outbox");
  await send(rows[0]);
  const [attachment, ...others] = mailServer.received[0]?.message.attachments ?? [];
  expect(others).toEqual([]);
  expect(attachment).toMatchObject({ filename: "meeting-2026-03-03.ics", mimeType: "text/calendar" });
  const file = new TextDecoder().decode(attachment?.content as ArrayBuffer);
  expect(file).toMatch(/^BEGIN:VCALENDAR\r?\n[\s\S]*DTSTART:20260303T150000Z\r?\n[\s\S]*END:VCALENDAR\r?\n$/);
});

test("attaches a calendar file that removes a cancelled meeting", async () => {
  const meeting = {
    id: "1",
    service_type: "Review",
    scheduled_at: instant("2026-03-03T15:00:00Z"),
    meeting_minutes: 45,
    meeting_url: null,
    calendar_sequence: 1,
  };
  await database.bypassPolicies({ reason: "test" }, (query) =>
    queueEmail(query, jobs, {
      deduplicationKey: "key-1",
      kind: "booking-cancelled",
      recipient: "ada@client.example",
      subject: "Your meeting is canceled",
      blocks: [paragraph("You canceled it."), calendarFile(meeting, { isCancelled: true })],
    }),
  );
  const { rows } = await pool.query("select id from private.email_outbox");
  await send(rows[0]);
  const file = new TextDecoder().decode(
    mailServer.received[0]?.message.attachments[0]?.content as ArrayBuffer,
  );
  expect(file).toMatch(/METHOD:CANCEL\r?\n[\s\S]*SEQUENCE:1\r?\nSTATUS:CANCELLED\r?\n/);
});

test("does not send an email twice", async () => {
  const email = await queueTestEmail();
  await send(email);
  await send(email);
  expect(mailServer.received).toHaveLength(1);
});

test("does not send a dismissed email", async () => {
  const email = await queueTestEmail();
  await pool.query("update private.email_outbox set status = 'dismissed'");
  await send(email);
  expect(mailServer.received).toEqual([]);
});

test("fails and keeps the email queued while the server rejects it", async () => {
  const email = await queueTestEmail();
  mailServer.rejectWith(451);
  await expect(send(email)).rejects.toThrow("not now");
  expect(await readOutboxRow()).toMatchObject({
    status: "queued",
    attempts: 1,
    last_error: expect.stringContaining("not now"),
  });
  mailServer.rejectWith(null);
  await send(email);
  expect(mailServer.received).toHaveLength(1);
  expect(await readOutboxRow()).toMatchObject({ status: "sent", attempts: 2, last_error: null });
});

test("sends an email once when two workers process it concurrently", async () => {
  const email = await queueTestEmail();
  await Promise.all([send(email), send(email)]);
  expect(mailServer.received).toHaveLength(1);
});

test("queues one email per deduplication key", async () => {
  await queueTestEmail();
  await queueTestEmail();
  const { rows } = await pool.query("select count(*)::integer as n from private.email_outbox");
  expect(rows[0].n).toBe(1);
});
