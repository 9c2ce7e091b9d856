import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { brand } from "#brand";
import { createDatabase, type Database } from "#server/database/database.ts";
import { paragraph, quote } from "#server/email/content.ts";
import { getFirmRecipients, queueFirmEmail } from "#server/email/firm-email.ts";
import { createMessageId, toStoredMessageId } from "#server/email/message-id.ts";
import { type OutgoingEmail, queueEmail } from "#server/email/outbox.ts";
import { jobs } from "#server/jobs/queue/queue.ts";

const EMAIL: OutgoingEmail = {
  deduplicationKey: "booking-received:1",
  kind: "booking-received",
  recipient: "ada@client.example",
  subject: "News",
  blocks: [paragraph("Hello."), quote("Budget: 40k")],
};

let sql: TestDatabase["pool"];
let database: Database;
beforeAll(async () => {
  ({ pool: sql } = await createTestDatabase());
  database = createDatabase(sql);
});
beforeEach(async () => {
  await sql.query("delete from private.email_outbox");
  await sql.query("select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))");
  await sql.query("update public.email_settings set recipients = '{}'");
});

const queueTestEmail = (email: Partial<OutgoingEmail> = {}) =>
  database.bypassPolicies({ reason: "test" }, (query) => queueEmail(query, jobs, { ...EMAIL, ...email }));
const listEmails = async () =>
  (await sql.query("select * from private.email_outbox order by deduplication_key")).rows;
const listJobs = async () =>
  (await sql.query("select key, priority from graphile_worker.jobs order by priority, key")).rows;

describe("queueing an email", () => {
  test("stores its text, its blocks and the job that sends it", async () => {
    expect(await queueTestEmail()).toBe(true);
    const [email] = await listEmails();
    expect(email).toMatchObject({
      recipient: "ada@client.example",
      status: "queued",
      body_text: "Hello.\n\n> Budget: 40k",
      body_blocks: EMAIL.blocks,
    });
    expect(await listJobs()).toEqual([{ key: `email:${email.id}`, priority: 0 }]);
  });

  test("queues one email per deduplication key, even in concurrent transactions", async () => {
    const results = await Promise.all(Array.from({ length: 5 }, () => queueTestEmail()));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await listEmails()).toHaveLength(1);
    expect(await listJobs()).toHaveLength(1);
  });

  test("leaves no email and no job if its transaction fails", async () => {
    const failingTransaction = database.bypassPolicies({ reason: "test" }, async (query) => {
      await queueEmail(query, jobs, EMAIL);
      throw new Error("the cause was not stored");
    });
    await expect(failingTransaction).rejects.toThrow("the cause was not stored");
    expect([await listEmails(), await listJobs()]).toEqual([[], []]);
  });

  test("removes line breaks from the subject and addresses to prevent header injection", async () => {
    await queueTestEmail({
      subject: "Inquiry\r\nBcc: all@victim.example\n\n\u2028<script>",
      recipient: "ada@client.example\r\nBcc: all@victim.example",
      replyTo: " hello@firm.example\n",
    });
    expect(await listEmails()).toMatchObject([
      {
        subject: "Inquiry Bcc: all@victim.example <script>",
        recipient: "ada@client.example Bcc: all@victim.example",
        reply_to: "hello@firm.example",
      },
    ]);
  });

  test("keeps a long subject in any script", async () => {
    const subject = `Anfrage ${"größer ".repeat(60)}– מה`;
    await queueTestEmail({ subject });
    expect(await listEmails()).toMatchObject([{ subject }]);
  });

  test("gives emails that visitors can trigger a lower priority than all other jobs", async () => {
    await queueTestEmail({ deduplicationKey: "inquiry:1", kind: "inquiry" });
    await queueTestEmail({ deduplicationKey: "account-1", kind: "account-recovery" });
    expect((await listJobs()).map(({ priority }) => priority)).toEqual([0, 10]);
  });
});

describe("email to the firm", () => {
  const config = { email: { smtpUrl: undefined, from: undefined, contactTo: "hello@firm.example" } };
  const queueForFirm = () =>
    database.bypassPolicies({ reason: "test" }, (query) => {
      const { recipient: _, ...email } = EMAIL;
      return queueFirmEmail({ config, jobs }, query, email);
    });
  const setRecipients = (recipients: string[]) =>
    sql.query("update public.email_settings set recipients = $1", [recipients]);
  const readRecipients = (contactTo?: string) =>
    database.bypassPolicies({ reason: "test" }, (query) =>
      getFirmRecipients(query, { email: { ...config.email, contactTo } }),
    );

  test("goes to the recipients in the settings, otherwise to CONTACT_TO or the brand's address", async () => {
    expect(await readRecipients()).toEqual([brand.contactEmail]);
    expect(await readRecipients("hello@firm.example")).toEqual(["hello@firm.example"]);
    await setRecipients(["a@firm.example", "b@firm.example"]);
    expect(await readRecipients("hello@firm.example")).toEqual(["a@firm.example", "b@firm.example"]);
  });

  test("is queued once per recipient, so that a failure for one does not affect the others", async () => {
    await setRecipients(["a@firm.example", "b@firm.example", "c@firm.example"]);
    await queueForFirm();
    await queueForFirm();
    expect((await listEmails()).map((email) => [email.deduplication_key, email.recipient])).toEqual([
      ["booking-received:1", "a@firm.example"],
      ["booking-received:1:2", "b@firm.example"],
      ["booking-received:1:3", "c@firm.example"],
    ]);
  });
});

describe("a Message-ID", () => {
  test("is recovered from the sent Message-ID, for any sender domain", () => {
    const stored = createMessageId();
    const [id = ""] = stored.split("@");
    expect(toStoredMessageId(`${id}@mail.firm.example`)).toBe(stored);
    expect(toStoredMessageId(`${id.toUpperCase()}@firm.example`)).toBe(stored);
  });

  test("is different for every email", () => {
    expect(new Set(Array.from({ length: 100 }, createMessageId)).size).toBe(100);
  });

  test.each([
    "",
    "one@firm.example",
    "0b6fe2a8-4f1d-4a3e-9a5c-2f5b8f1c7d10",
    "0b6fe2a8-4f1d-4a3e-9a5c-2f5b8f1c7d10@",
    "x0b6fe2a8-4f1d-4a3e-9a5c-2f5b8f1c7d10@firm.example",
    "0b6fe2a8-4f1d-4a3e-9a5c-2f5b8f1c7d10@firm.example' or true",
  ])("is null for “%s”, which the outbox did not create", (id) => {
    expect(toStoredMessageId(id)).toBeNull();
  });
});
