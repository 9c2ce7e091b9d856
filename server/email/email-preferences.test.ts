import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeEach, expect, test } from "vitest";
import { EMAIL_TOPICS } from "#domain/clients/email-preferences.ts";
import { listKeys } from "#domain/status.ts";
import { createDatabase } from "#server/database/database.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { createMember } from "#tests/support/records/client-member.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";
import { type EmailKind, queueEmail } from "./outbox.ts";

const EMAIL_TOPIC_NAMES = listKeys(EMAIL_TOPICS);

let database: TestDatabase;
let client: TestClient;
beforeEach(async () => {
  database = await createTestDatabase();
  client = await createTestClient(database);
});

let queuedCount = 0;

/** Queues an email of this kind. Returns whether it was accepted. */
const queue = (kind: EmailKind, recipient = client.email) =>
  createDatabase(database.pool).bypassPolicies({ reason: "test" }, (query) => {
    queuedCount += 1;
    return queueEmail(query, jobs, {
      deduplicationKey: `key-${queuedCount}`,
      kind,
      recipient,
      subject: "News",
      blocks: [],
    });
  });
const setPreferences = (assignments: string) =>
  database.pool.query(`update public.email_preferences set ${assignments} where user_id = $1`, [
    client.userId,
  ]);

async function listKinds(): Promise<EmailKind[]> {
  const { rows } = await database.pool.query<{ kind: EmailKind }>(
    `select (regexp_matches(pg_get_constraintdef(oid), $$'([a-z-]+)'$$, 'g'))[1] as kind
       from pg_constraint where conname = 'email_outbox_kind_check'`,
  );
  return rows.map(({ kind }) => kind);
}

test("a new client account receives every email", async () => {
  const kinds = await listKinds();
  expect(kinds.length).toBeGreaterThan(30);
  for (const kind of kinds) {
    expect(await queue(kind), kind).toBe(true);
  }
});

test.each(EMAIL_TOPIC_NAMES)("turning off %s stops only its emails, and queues no job", async (topic) => {
  await setPreferences(`${topic} = false`);
  const { kind } = EMAIL_TOPICS[topic];
  expect(await queue(kind)).toBe(false);
  expect(await queue(kind, client.email.toUpperCase())).toBe(false);
  const { rows } = await database.pool.query(
    "select 1 from graphile_worker._private_jobs where payload::text is not null",
  );
  expect(rows).toEqual([]);
  for (const other of EMAIL_TOPIC_NAMES.filter((name) => name !== topic)) {
    expect(await queue(EMAIL_TOPICS[other].kind), other).toBe(true);
  }
});

test("emails about security, invoices and plans cannot be turned off", async () => {
  await setPreferences(EMAIL_TOPIC_NAMES.map((name) => `${name} = false`).join(", "));
  const optionalKinds = new Set<string>(Object.values(EMAIL_TOPICS).map(({ kind }) => kind));
  for (const kind of await listKinds()) {
    expect(await queue(kind), kind).toBe(!optionalKinds.has(kind));
  }
});

test("the preferences of a client do not affect others", async () => {
  await setPreferences("messages = false");
  const other = await createTestClient(database);
  expect(await queue("messages-for-client", other.email)).toBe(true);
  expect(await queue("messages-for-client", "visitor@example.com")).toBe(true);
});

test("deleting an account deletes its preferences", async () => {
  const member = await createMember(database, client.id, "billing");
  await database.pool.query("delete from auth.users where id = $1", [member.userId]);
  const { rows } = await database.pool.query("select 1 from public.email_preferences where user_id = $1", [
    member.userId,
  ]);
  expect(rows).toEqual([]);
});
