import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import { createLogger } from "#server/observability/logger.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { applyRetentionPeriodsJob } from "./apply-retention-periods.ts";

const NOW = new Date("2028-03-02T10:00:00Z");

type Sql = Awaited<ReturnType<typeof createTestDatabase>>["pool"];

const applyRetentionPeriods = (pool: Sql) =>
  applyRetentionPeriodsJob({ database: createDatabase(pool), now: () => NOW, log: createLogger("silent") })(
    {},
  );

async function addInquiry(pool: Sql, reference: string, at: string): Promise<string> {
  const { rows } = await pool.query(
    `insert into public.contact_inquiries (reference, name, email, company, service_interest, message, created_at)
     values ($1, 'Ada Byron', $1 || '@visitor.example', 'Engines Ltd', 'Other', 'What would you look at?', $2)
     returning id`,
    [reference, at],
  );
  return rows[0].id;
}

async function addEmail(pool: Sql, kind: string, key: string, recipient: string, at: string): Promise<void> {
  await pool.query(
    `insert into private.email_outbox (deduplication_key, kind, recipient, subject, body_text, message_id, created_at)
     values ($1, $2, $3, 'About it', 'What was written', $1, $4)`,
    [key, kind, recipient, at],
  );
}

const referencesIn = async (pool: Sql) =>
  (await pool.query("select reference from public.contact_inquiries order by reference")).rows.map(
    ({ reference }) => reference,
  );

test("keeps an inquiry and its emails for exactly 24 months", async () => {
  const { pool } = await createTestDatabase();
  // Otherwise, the retention period of emails would also delete the other emails.
  await pool.query("update public.retention_periods set email_months = 120");
  for (const [reference, at] of [
    ["OLD", "2026-03-02T09:59:59Z"],
    ["KEPT", "2026-03-02T10:00:00Z"],
  ] as const) {
    const id = await addInquiry(pool, reference, at);
    await addEmail(pool, "inquiry", `inquiry:${reference}`, "desk@firm.example", at);
    await addEmail(pool, "inquiry", `inquiry:${reference}:2`, "other@firm.example", at);
    await addEmail(pool, "inquiry-acknowledgement", `ack:${reference}`, `${reference}@visitor.example`, at);
    await addEmail(pool, "inquiry-reply", `inquiry-reply:${id}:1`, `${reference}@visitor.example`, at);
    await addEmail(pool, "booking-made", `invitation:${reference}`, `${reference}@visitor.example`, at);
  }
  await applyRetentionPeriods(pool);
  expect(await referencesIn(pool)).toEqual(["KEPT"]);
  const emails = await pool.query("select deduplication_key as key from private.email_outbox order by key");
  const toKind = ({ key }: { key: string }) => key.replace(/^inquiry-reply:.*/, "inquiry-reply");
  expect(emails.rows.map(toKind)).toEqual([
    "ack:KEPT",
    "inquiry-reply",
    "inquiry:KEPT",
    "inquiry:KEPT:2",
    "invitation:KEPT",
    "invitation:OLD",
  ]);
});

test("applies a shorter period to all inquiries, and a longer one only to inquiries sent since", async () => {
  const { pool } = await createTestDatabase();
  await addInquiry(pool, "SENT-24", "2026-01-01T00:00:00Z");
  await pool.query("update public.retention_periods set inquiry_months = 36");
  await addInquiry(pool, "SENT-36", "2026-01-01T00:00:00Z");
  await addInquiry(pool, "YOUNG", "2027-12-01T00:00:00Z");
  await applyRetentionPeriods(pool);
  expect(await referencesIn(pool)).toEqual(["SENT-36", "YOUNG"]);
  await pool.query("update public.retention_periods set inquiry_months = 2");
  await applyRetentionPeriods(pool);
  expect(await referencesIn(pool)).toEqual([]);
});

test("deletes each other kind of record after its own period", async () => {
  const database = await createTestDatabase();
  const { pool } = database;
  const { userId } = await createAdministrator(database);
  await pool.query(
    `update public.retention_periods set email_months = 2, sign_in_attempt_months = 3,
            audit_log_months = 13, session_days = 5`,
  );
  const addOldAndKept = async (sql: string, edge: string) => {
    for (const [name, at] of [
      ["old", new Date(Date.parse(edge) - 1000)],
      ["kept", new Date(edge)],
    ]) {
      await pool.query(sql, [name, at]);
    }
  };
  await addOldAndKept(
    `insert into private.email_outbox (deduplication_key, kind, recipient, subject, body_text, message_id, created_at)
     values ($1, 'booking-made', 'a@b.example', 's', 't', $1, $2)`,
    "2028-01-02T10:00:00Z",
  );
  await addOldAndKept(
    "insert into private.sign_in_attempts (email, outcome, address, created_at) values ($1, 'succeeded', '::1', $2)",
    "2027-12-02T10:00:00Z",
  );
  // The trigger on this table uses the real clock, so this entry is older than a year by both clocks.
  await pool.query(
    `insert into public.audit_log (at, actor, action, table_name) values ('2020-01-01', 'old', 'update', 'x')`,
  );
  await addOldAndKept(
    `insert into auth.sessions (id, user_id, tag, created_at, updated_at, refreshed_at)
     values (gen_random_uuid(), '${userId}', $1, '2026-01-01', '2026-01-01', $2::timestamptz at time zone 'UTC')`,
    "2028-02-26T10:00:00Z",
  );

  await applyRetentionPeriods(pool);

  for (const [table, name] of [
    ["private.email_outbox", "deduplication_key"],
    ["private.sign_in_attempts", "email"],
    ["auth.sessions", "tag"],
  ]) {
    const { rows } = await pool.query(`select ${name} as name from ${table}`);
    expect(rows, table).toEqual([{ name: "kept" }]);
  }
  const audit = await pool.query("select from public.audit_log where actor = 'old'");
  expect(audit.rowCount).toBe(0);
});

test("deletes the other kinds and fails if one kind cannot be deleted", async () => {
  const { pool } = await createTestDatabase();
  // Expired by the job's clock. The trigger uses the database's clock, by which the entry is younger than a year.
  await pool.query("insert into public.audit_log (actor, action, table_name) values ('a', 'update', 'x')");
  await pool.query(
    `insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000001', 'a@b.example')`,
  );
  await pool.query(
    `insert into auth.sessions (id, user_id, created_at)
     values (gen_random_uuid(), '00000000-0000-4000-8000-000000000001', '2020-01-01')`,
  );
  const farFuture = new Date("2045-01-01T00:00:00Z");
  const job = applyRetentionPeriodsJob({
    database: createDatabase(pool),
    now: () => farFuture,
    log: createLogger("silent"),
  });
  await expect(job({})).rejects.toThrow("some expired records were not deleted");
  expect((await pool.query("select from auth.sessions")).rowCount).toBe(0);
  expect((await pool.query("select from public.audit_log")).rowCount).toBe(1);
});

test("never copies the content of an inquiry to the audit log, which cannot be edited", async () => {
  const { pool } = await createTestDatabase();
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(
      `insert into public.contact_inquiries (reference, name, email, company, service_interest, message)
       values ('ABCD', 'Ada Byron', 'ada@visitor.example', 'Engines Ltd', 'Other', 'What would you look at?')`,
    );
    await client.query("select set_config('app.actor', 'the firm', true)");
    await client.query("update public.contact_inquiries set status = 'replied'");
    const { rows } = await client.query("select before, after from public.audit_log");
    expect(rows).toMatchObject([{ before: { status: "new" }, after: { status: "replied" } }]);
    expect(JSON.stringify(rows)).not.toMatch(/Ada|visitor|Engines|look at/);
  } finally {
    await client.query("rollback");
    client.release();
  }
});
