import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import { createLogger } from "#server/observability/logger.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { createApplyRetentionPeriodsJob } from "./apply-retention-periods.ts";

const NOW = new Date("2028-03-02T10:00:00Z");

type TestPool = Awaited<ReturnType<typeof createTestDatabase>>["pool"];

const applyRetentionPeriods = (pool: TestPool) =>
  createApplyRetentionPeriodsJob({
    database: createDatabase(pool),
    now: () => NOW,
    log: createLogger("silent"),
  })({});

async function addInquiry(pool: TestPool, reference: string, at: string): Promise<string> {
  const { rows } = await pool.query(
    `insert into public.contact_inquiries (reference, name, email, company, service_interest, message, created_at)
     values ($1, 'Ada Byron', $1 || '@visitor.example', 'Engines Ltd', 'Other', 'What would you look at?', $2)
     returning id`,
    [reference, at],
  );
  return rows[0].id;
}

async function addEmail(
  pool: TestPool,
  kind: string,
  key: string,
  recipient: string,
  at: string,
): Promise<void> {
  await pool.query(
    `insert into private.email_outbox (deduplication_key, kind, recipient, subject, body_text, message_id, created_at)
     values ($1, $2, $3, 'About it', 'What was written', $1, $4)`,
    [key, kind, recipient, at],
  );
}

const listReferences = async (pool: TestPool) =>
  (await pool.query("select reference from public.contact_inquiries order by reference")).rows.map(
    ({ reference }) => reference,
  );

test("keeps an inquiry and its emails for exactly 24 months", async () => {
  const { pool } = await createTestDatabase();
  // Lengthen the email retention period, so that only the inquiry period deletes emails.
  await pool.query("update public.retention_periods set email_months = 120");
  for (const [reference, at] of [
    ["OLD", "2026-03-02T09:59:59Z"],
    ["KEPT", "2026-03-02T10:00:00Z"],
  ] as const) {
    const id = await addInquiry(pool, reference, at);
    await pool.query(
      "insert into public.inquiry_replies (inquiry_id, message, sent_at) values ($1, $2, $3)",
      [id, reference, at],
    );
    await addEmail(pool, "inquiry", `inquiry:${reference}`, "desk@firm.example", at);
    await addEmail(pool, "inquiry", `inquiry:${reference}:2`, "other@firm.example", at);
    await addEmail(pool, "inquiry-acknowledgement", `ack:${reference}`, `${reference}@visitor.example`, at);
    await addEmail(pool, "inquiry-reply", `inquiry-reply:${id}:1`, `${reference}@visitor.example`, at);
    await addEmail(pool, "booking-made", `invitation:${reference}`, `${reference}@visitor.example`, at);
  }
  await applyRetentionPeriods(pool);
  expect(await listReferences(pool)).toEqual(["KEPT"]);
  expect((await pool.query("select message from public.inquiry_replies")).rows).toEqual([
    { message: "KEPT" },
  ]);
  const emails = await pool.query("select deduplication_key as key from private.email_outbox order by key");
  const normalizeKey = ({ key }: { key: string }) => key.replace(/^inquiry-reply:.*/, "inquiry-reply");
  expect(emails.rows.map(normalizeKey)).toEqual([
    "ack:KEPT",
    "inquiry-reply",
    "inquiry:KEPT",
    "inquiry:KEPT:2",
    "invitation:KEPT",
    "invitation:OLD",
  ]);
});

test("applies a shortened period to all inquiries, and an extended period only to newer inquiries", async () => {
  const { pool } = await createTestDatabase();
  await addInquiry(pool, "SENT-24", "2026-01-01T00:00:00Z");
  await pool.query("update public.retention_periods set inquiry_months = 36");
  await addInquiry(pool, "SENT-36", "2026-01-01T00:00:00Z");
  await addInquiry(pool, "YOUNG", "2027-12-01T00:00:00Z");
  await applyRetentionPeriods(pool);
  expect(await listReferences(pool)).toEqual(["SENT-36", "YOUNG"]);
  await pool.query("update public.retention_periods set inquiry_months = 2");
  await applyRetentionPeriods(pool);
  expect(await listReferences(pool)).toEqual([]);
});

test("deletes emails, sign-in attempts, audit entries and sessions after their retention periods", async () => {
  const database = await createTestDatabase();
  const { pool } = database;
  const { userId } = await createAdministrator(database);
  await pool.query(
    `update public.retention_periods set email_months = 2, sign_in_attempt_months = 3,
            audit_log_months = 13, session_days = 5`,
  );
  const addExpiredAndKept = async (sql: string, cutoff: string) => {
    for (const [name, at] of [
      ["old", new Date(Date.parse(cutoff) - 1000)],
      ["kept", new Date(cutoff)],
    ]) {
      await pool.query(sql, [name, at]);
    }
  };
  await addExpiredAndKept(
    `insert into private.email_outbox (deduplication_key, kind, recipient, subject, body_text, message_id, created_at)
     values ($1, 'booking-made', 'a@b.example', 's', 't', $1, $2)`,
    "2028-01-02T10:00:00Z",
  );
  await addExpiredAndKept(
    "insert into private.sign_in_attempts (email, outcome, address, created_at) values ($1, 'succeeded', '::1', $2)",
    "2027-12-02T10:00:00Z",
  );
  // The trigger uses the database clock, so this entry must be more than a year old by that clock, too.
  await pool.query(
    `insert into public.audit_log (at, actor, action, table_name) values ('2020-01-01', 'old', 'update', 'x')`,
  );
  await addExpiredAndKept(
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
  const oldAuditEntries = await pool.query("select from public.audit_log where actor = 'old'");
  expect(oldAuditEntries.rowCount).toBe(0);
});

test("deletes the remaining kinds of records, then fails, if one kind cannot be deleted", async () => {
  const { pool } = await createTestDatabase();
  // This entry has expired by the job's clock but is less than a year old by the database clock, so the trigger rejects
  // its deletion.
  await pool.query("insert into public.audit_log (actor, action, table_name) values ('a', 'update', 'x')");
  await pool.query(
    `insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000001', 'a@b.example')`,
  );
  await pool.query(
    `insert into auth.sessions (id, user_id, created_at)
     values (gen_random_uuid(), '00000000-0000-4000-8000-000000000001', '2020-01-01')`,
  );
  const farFuture = new Date("2045-01-01T00:00:00Z");
  const job = createApplyRetentionPeriodsJob({
    database: createDatabase(pool),
    now: () => farFuture,
    log: createLogger("silent"),
  });
  await expect(job({})).rejects.toThrow("some expired records were not deleted");
  expect((await pool.query("select from auth.sessions")).rowCount).toBe(0);
  expect((await pool.query("select from public.audit_log")).rowCount).toBe(1);
});

test("never copies an inquiry's content to the audit log, which cannot be edited", async () => {
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
