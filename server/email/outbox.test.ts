import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { brand } from "#brand";
import { createDatabase, type Database } from "#server/database/database.ts";
import { paragraph, quote } from "#server/email/content.ts";
import { getFirmRecipients, queueFirmEmail } from "#server/email/firm-email.ts";
import { newMessageId, toStoredMessageId } from "#server/email/message-id.ts";
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

const queue = (email: Partial<OutgoingEmail> = {}) =>
  database.bypassPolicies({ reason: "test" }, (query) => queueEmail(query, jobs, { ...EMAIL, ...email }));
const listEmails = async () =>
  (await sql.query("select * from private.email_outbox order by deduplication_key")).rows;
const listJobs = async () =>
  (await sql.query("select key, priority from graphile_worker.jobs order by priority, key")).rows;

describe("queueing an email", () => {
  test("stores its text, its blocks and the job that sends it", async () => {
    expect(await queue()).toBe(true);
    const [email] = await listEmails();
    expect(email).toMatchObject({
      recipient: "ada@client.example",
      status: "queued",
      body_text: "Hello.\n\n> Budget: 40k",
      body_blocks: EMAIL.blocks,
    });
    expect(await listJobs()).toEqual([{ key: `email:${email.id}`, priority: 0 }]);
  });

  test("happens once per cause, also for concurrent transactions", async () => {
    const results = await Promise.all(Array.from({ length: 5 }, () => queue()));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await listEmails()).toHaveLength(1);
    expect(await listJobs()).toHaveLength(1);
  });

  test("leaves no email and no job if its transaction fails", async () => {
    const failing = database.bypassPolicies({ reason: "test" }, async (query) => {
      await queueEmail(query, jobs, EMAIL);
      throw new Error("the cause was not stored");
    });
    await expect(failing).rejects.toThrow("the cause was not stored");
    expect([await listEmails(), await listJobs()]).toEqual([[], []]);
  });

  test("removes line breaks from the subject and addresses, which could add headers", async () => {
    await queue({
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
    await queue({ subject });
    expect(await listEmails()).toMatchObject([{ subject }]);
  });

  test("gives email that visitors can cause a lower priority than all other jobs", async () => {
    await queue({ deduplicationKey: "inquiry:1", kind: "inquiry" });
    await queue({ deduplicationKey: "account-1", kind: "account-recovery" });
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

  test("goes to the recipients of the settings, else to CONTACT_TO, else to the address of the brand", async () => {
    expect(await readRecipients()).toEqual([brand.contactEmail]);
    expect(await readRecipients("hello@firm.example")).toEqual(["hello@firm.example"]);
    await setRecipients(["a@firm.example", "b@firm.example"]);
    expect(await readRecipients("hello@firm.example")).toEqual(["a@firm.example", "b@firm.example"]);
  });

  test("is one email per recipient, so that no recipient's failure affects the others", async () => {
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
  test("is found again from the one that was sent, with any sender domain", () => {
    const stored = newMessageId();
    const [id = ""] = stored.split("@");
    expect(toStoredMessageId(`${id}@mail.firm.example`)).toBe(stored);
    expect(toStoredMessageId(`${id.toUpperCase()}@firm.example`)).toBe(stored);
  });

  test("is different for every email", () => {
    expect(new Set(Array.from({ length: 100 }, newMessageId)).size).toBe(100);
  });

  test.each([
    "",
    "one@firm.example",
    "0b6fe2a8-4f1d-4a3e-9a5c-2f5b8f1c7d10",
    "0b6fe2a8-4f1d-4a3e-9a5c-2f5b8f1c7d10@",
    "x0b6fe2a8-4f1d-4a3e-9a5c-2f5b8f1c7d10@firm.example",
    "0b6fe2a8-4f1d-4a3e-9a5c-2f5b8f1c7d10@firm.example' or true",
  ])("that this product did not create, such as “%s”, is unknown", (id) => {
    expect(toStoredMessageId(id)).toBeNull();
  });
});
