import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "#server/database.ts";
import type { Job } from "#server/jobs/job.ts";
import { jobs } from "#server/jobs/queue.ts";
import { aClient, type TestClient } from "#tests/support/a-client.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";
import { announceMessages } from "./announce-messages.ts";

let database: TestDatabase;
let client: TestClient;
let announce: Job;

beforeEach(async () => {
  database = await aDatabase();
  client = await aClient(database, { company: "Contoso" });
  announce = announceMessages({
    database: createDatabase(database.pool),
    jobs,
    config: { publicUrl: "https://firm.example", mail: { contactTo: "desk@firm.example" } },
  });
});

async function written(writer: "client" | "admin", ago: string): Promise<void> {
  await database.pool.query(
    "insert into public.messages (client_id, sender_role, body, created_at) values ($1, $2, 'Secret plan', now() - $3::interval)",
    [client.id, writer, ago],
  );
}

async function mails() {
  await announce({});
  const { rows } = await database.pool.query<{ recipient: string; subject: string; body_text: string }>(
    "select recipient, subject, body_text from private.mail_outbox order by created_at",
  );
  return rows;
}

const isLong = () =>
  database.pool.query("update private.mail_outbox set created_at = now() - interval '31 minutes'");

test("the firm is told that a client wrote, and a client that the firm did, without what was written", async () => {
  await written("client", "2 minutes");
  await written("client", "90 seconds");
  await written("admin", "2 minutes");
  const told = await mails();
  expect(told).toHaveLength(2);
  expect(told).toEqual(
    expect.arrayContaining([
      {
        recipient: "desk@firm.example",
        subject: "Contoso wrote to you",
        body_text: `2 messages from Contoso wait to be read.\n\nRead and answer:\nhttps://firm.example/admin/messages/${client.id}`,
      },
      expect.objectContaining({
        recipient: client.email,
        body_text: expect.stringContaining("https://firm.example/client-portal?section=messages"),
      }),
    ]),
  );
  expect(JSON.stringify(told)).not.toContain("Secret plan");
});

test("what is new, read, or older than two days is told to nobody", async () => {
  await written("client", "30 seconds");
  await written("admin", "3 days");
  expect(await mails()).toEqual([]);
  await database.pool.query(
    "update public.messages set created_at = now() - interval '2 minutes', read_by_firm_at = now()",
  );
  await database.pool.query("update public.messages set read_by_client_at = now()");
  expect(await mails()).toEqual([]);
});

test("one mail for what waits, however often the job looks and whatever else is written meanwhile", async () => {
  await written("client", "5 minutes");
  expect(await mails()).toHaveLength(1);
  await written("client", "2 minutes");
  expect(await mails()).toHaveLength(1);
  await isLong();
  expect(await mails()).toHaveLength(1);
});

test("after it was read another mail comes, but not within half an hour", async () => {
  await written("client", "5 minutes");
  expect(await mails()).toHaveLength(1);
  await database.pool.query("update public.messages set read_by_firm_at = now()");
  await written("client", "2 minutes");
  expect(await mails()).toHaveLength(1);
  await isLong();
  expect(await mails()).toHaveLength(2);
});

test("a suspended client, who could not read it, gets no mail", async () => {
  await database.pool.query("update public.clients set status = 'suspended'");
  await written("admin", "2 minutes");
  expect(await mails()).toEqual([]);
});
