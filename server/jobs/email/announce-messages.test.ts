import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { insertMember } from "#tests/support/records/client-member.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";
import { createAnnounceMessagesJob } from "./announce-messages.ts";

let database: TestDatabase;
let client: TestClient;
let announce: JobHandler;

beforeEach(async () => {
  database = await createTestDatabase();
  client = await createTestClient(database, { company: "Contoso" });
  announce = createAnnounceMessagesJob({
    database: createDatabase(database.pool),
    jobs,
    config: { publicUrl: "https://firm.example", email: { contactTo: "desk@firm.example" } },
  });
});

async function addMessage(writer: "client" | "admin", age: string): Promise<void> {
  await database.pool.query(
    "insert into public.messages (client_id, sender_role, body, created_at) values ($1, $2, 'Secret plan', now() - $3::interval)",
    [client.id, writer, age],
  );
}

async function announceAndListEmails() {
  await announce({});
  const { rows } = await database.pool.query<{ recipient: string; subject: string; body_text: string }>(
    "select recipient, subject, body_text from private.email_outbox order by created_at",
  );
  return rows;
}

const backdateEmails = () =>
  database.pool.query("update private.email_outbox set created_at = now() - interval '31 minutes'");

test("emails the firm about client messages and clients about replies, without including the message text", async () => {
  await addMessage("client", "2 minutes");
  await addMessage("client", "90 seconds");
  await addMessage("admin", "2 minutes");
  const emails = await announceAndListEmails();
  expect(emails).toHaveLength(2);
  expect(emails).toEqual(
    expect.arrayContaining([
      {
        recipient: "desk@firm.example",
        subject: "New messages from Contoso",
        body_text: expect.stringMatching(
          `^Contoso sent you 2 messages.\n\nRead and reply:\nhttps://firm.example/admin/messages/${client.id}\n`,
        ),
      },
      expect.objectContaining({
        recipient: client.email,
        body_text: expect.stringContaining("https://firm.example/client-portal?section=messages"),
      }),
    ]),
  );
  expect(JSON.stringify(emails)).not.toContain("Secret plan");
});

test("names the person who wrote all unread messages of a thread", async () => {
  await addMessage("client", "2 minutes");
  await database.pool.query("update public.messages set sender_id = $1", [client.userId]);
  expect(await announceAndListEmails()).toMatchObject([{ subject: "New message from Ada Moreno, Contoso" }]);
  await database.pool.query("update public.messages set read_by_firm_at = now()");
  const administrator = await createAdministrator(database);
  await addMessage("admin", "2 minutes");
  await database.pool.query("update public.messages set sender_id = $1 where sender_role = 'admin'", [
    administrator.userId,
  ]);
  await insertRow(database, "consultation_hosts", {
    ...{ name: "Maya Okafor", email: administrator.email, phone: "+1 555 0100" },
  });
  expect((await announceAndListEmails()).at(-1)?.subject).toBe("New message from Maya Okafor, Wardline");
});

test("uses the sender's name at the client of the thread", async () => {
  const other = await createTestClient(database, { company: "Fabrikam" });
  await insertMember(database, {
    client_id: client.id,
    user_id: other.userId,
    role: "technical",
    name: "Grace Lindqvist",
  });
  await addMessage("client", "2 minutes");
  await database.pool.query("update public.messages set sender_id = $1", [other.userId]);
  expect(await announceAndListEmails()).toMatchObject([
    { subject: "New message from Grace Lindqvist, Contoso" },
  ]);
});

test("ignores messages that are read, less than a minute old, or more than two days old", async () => {
  await addMessage("client", "30 seconds");
  await addMessage("admin", "3 days");
  expect(await announceAndListEmails()).toEqual([]);
  await database.pool.query(
    "update public.messages set created_at = now() - interval '2 minutes', read_by_firm_at = now()",
  );
  await database.pool.query("update public.messages set read_by_client_at = now()");
  expect(await announceAndListEmails()).toEqual([]);
});

test("sends one email for a thread, even if more messages arrive before it is read", async () => {
  await addMessage("client", "5 minutes");
  expect(await announceAndListEmails()).toHaveLength(1);
  await addMessage("client", "2 minutes");
  expect(await announceAndListEmails()).toHaveLength(1);
  await backdateEmails();
  expect(await announceAndListEmails()).toHaveLength(1);
});

test("sends another email for new messages after the thread is read, but not within 30 minutes", async () => {
  await addMessage("client", "5 minutes");
  expect(await announceAndListEmails()).toHaveLength(1);
  await database.pool.query("update public.messages set read_by_firm_at = now()");
  await addMessage("client", "2 minutes");
  expect(await announceAndListEmails()).toHaveLength(1);
  await backdateEmails();
  expect(await announceAndListEmails()).toHaveLength(2);
});

test("sends no email to a suspended client", async () => {
  await database.pool.query("update public.clients set status = 'suspended'");
  await addMessage("admin", "2 minutes");
  expect(await announceAndListEmails()).toEqual([]);
});

test("emails the recipients from the firm's settings about client messages instead of CONTACT_TO", async () => {
  await database.pool.query(
    "update public.email_settings set recipients = '{owner@firm.example,support@firm.example}'",
  );
  await addMessage("client", "2 minutes");
  const recipients = (await announceAndListEmails()).map(({ recipient }) => recipient);
  expect(recipients.sort()).toEqual(["owner@firm.example", "support@firm.example"]);
  expect(await announceAndListEmails()).toHaveLength(2);
});
