import { expect, test } from "vitest";
import { createDatabase } from "#server/database.ts";
import { createLog } from "#server/log.ts";
import { anAdministrator } from "#tests/support/an-administrator.ts";
import { aDatabase } from "#tests/support/database.ts";
import { keepRetentionPeriods } from "./keep-retention-periods.ts";

const NOW = new Date("2028-03-02T10:00:00Z");

type Sql = Awaited<ReturnType<typeof aDatabase>>["pool"];

const keep = (pool: Sql) =>
  keepRetentionPeriods({ database: createDatabase(pool), now: () => NOW, log: createLog("silent") })({});

async function anInquiry(pool: Sql, reference: string, at: string): Promise<string> {
  const { rows } = await pool.query(
    `insert into public.contact_inquiries (reference, name, email, company, service_interest, message, created_at)
     values ($1, 'Ada Byron', $1 || '@visitor.example', 'Engines Ltd', 'Other', 'What would you look at?', $2)
     returning id`,
    [reference, at],
  );
  return rows[0].id;
}

async function aMail(pool: Sql, kind: string, key: string, recipient: string, at: string): Promise<void> {
  await pool.query(
    `insert into private.mail_outbox (deduplication_key, kind, recipient, subject, body_text, message_id, created_at)
     values ($1, $2, $3, 'About it', 'What was written', $1, $4)`,
    [key, kind, recipient, at],
  );
}

const referencesIn = async (pool: Sql) =>
  (await pool.query("select reference from public.contact_inquiries order by reference")).rows.map(
    ({ reference }) => reference,
  );

test("an inquiry and its mail are kept for 24 months, and gone the moment after", async () => {
  const { pool } = await aDatabase();
  // Other mail would be older than its own period.
  await pool.query("update public.retention_periods set mail_months = 120");
  for (const [reference, at] of [
    ["OLD", "2026-03-02T09:59:59Z"],
    ["KEPT", "2026-03-02T10:00:00Z"],
  ] as const) {
    const id = await anInquiry(pool, reference, at);
    await aMail(pool, "inquiry", `inquiry:${reference}`, "desk@firm.example", at);
    await aMail(pool, "inquiry", `inquiry:${reference}:2`, "other@firm.example", at);
    await aMail(pool, "inquiry-acknowledgement", `ack:${reference}`, `${reference}@visitor.example`, at);
    await aMail(pool, "inquiry-reply", `inquiry-reply:${id}:1`, `${reference}@visitor.example`, at);
    await aMail(pool, "booking-made", `invitation:${reference}`, `${reference}@visitor.example`, at);
  }
  await keep(pool);
  expect(await referencesIn(pool)).toEqual(["KEPT"]);
  const mail = await pool.query("select deduplication_key as key from private.mail_outbox order by key");
  const ofReplies = ({ key }: { key: string }) => key.replace(/^inquiry-reply:.*/, "inquiry-reply");
  expect(mail.rows.map(ofReplies)).toEqual([
    "ack:KEPT",
    "inquiry-reply",
    "inquiry:KEPT",
    "inquiry:KEPT:2",
    "invitation:KEPT",
    "invitation:OLD",
  ]);
});

test("a shorter period holds at once; a longer one only for inquiries that were told so", async () => {
  const { pool } = await aDatabase();
  await anInquiry(pool, "TOLD-24", "2026-01-01T00:00:00Z");
  await pool.query("update public.retention_periods set inquiry_months = 36");
  await anInquiry(pool, "TOLD-36", "2026-01-01T00:00:00Z");
  await anInquiry(pool, "YOUNG", "2027-12-01T00:00:00Z");
  await keep(pool);
  expect(await referencesIn(pool)).toEqual(["TOLD-36", "YOUNG"]);
  await pool.query("update public.retention_periods set inquiry_months = 2");
  await keep(pool);
  expect(await referencesIn(pool)).toEqual([]);
});

test("each other kind is kept to the end of its own period and no longer", async () => {
  const database = await aDatabase();
  const { pool } = database;
  const { userId } = await anAdministrator(database);
  await pool.query(
    `update public.retention_periods set mail_months = 2, sign_in_attempt_months = 3,
            audit_log_months = 13, session_days = 5`,
  );
  const twice = async (sql: string, edge: string) => {
    for (const [name, at] of [
      ["old", new Date(Date.parse(edge) - 1000)],
      ["kept", new Date(edge)],
    ])
      await pool.query(sql, [name, at]);
  };
  await twice(
    `insert into private.mail_outbox (deduplication_key, kind, recipient, subject, body_text, message_id, created_at)
     values ($1, 'booking-made', 'a@b.example', 's', 't', $1, $2)`,
    "2028-01-02T10:00:00Z",
  );
  await twice(
    "insert into private.sign_in_attempts (email, outcome, address, created_at) values ($1, 'succeeded', '::1', $2)",
    "2027-12-02T10:00:00Z",
  );
  // A log of the past: the table refuses by the real clock, so these lie before it.
  await pool.query(
    `insert into public.audit_log (at, actor, action, table_name) values ('2020-01-01', 'old', 'update', 'x')`,
  );
  await twice(
    `insert into auth.sessions (id, user_id, tag, created_at, updated_at, refreshed_at)
     values (gen_random_uuid(), '${userId}', $1, '2026-01-01', '2026-01-01', $2::timestamptz at time zone 'UTC')`,
    "2028-02-26T10:00:00Z",
  );

  await keep(pool);

  for (const [table, name] of [
    ["private.mail_outbox", "deduplication_key"],
    ["private.sign_in_attempts", "email"],
    ["auth.sessions", "tag"],
  ]) {
    const { rows } = await pool.query(`select ${name} as name from ${table}`);
    expect(rows, table).toEqual([{ name: "kept" }]);
  }
  const audit = await pool.query("select from public.audit_log where actor = 'old'");
  expect(audit.rowCount).toBe(0);
});

test("a kind that cannot be removed holds up no other, and is tried again", async () => {
  const { pool } = await aDatabase();
  // Younger than a year by the database's own clock, older than its period by the job's.
  await pool.query("insert into public.audit_log (actor, action, table_name) values ('a', 'update', 'x')");
  await pool.query(
    `insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000001', 'a@b.example')`,
  );
  await pool.query(
    `insert into auth.sessions (id, user_id, created_at)
     values (gen_random_uuid(), '00000000-0000-4000-8000-000000000001', '2020-01-01')`,
  );
  const far = new Date("2045-01-01T00:00:00Z");
  const job = keepRetentionPeriods({
    database: createDatabase(pool),
    now: () => far,
    log: createLog("silent"),
  });
  await expect(job({})).rejects.toThrow("retention periods could not be kept");
  expect((await pool.query("select from auth.sessions")).rowCount).toBe(0);
  expect((await pool.query("select from public.audit_log")).rowCount).toBe(1);
});

test("what a visitor wrote is not copied where it could not be deleted", async () => {
  const { pool } = await aDatabase();
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(
      `insert into public.contact_inquiries (reference, name, email, company, service_interest, message)
       values ('ABCD', 'Ada Byron', 'ada@visitor.example', 'Engines Ltd', 'Other', 'What would you look at?')`,
    );
    await client.query("select set_config('app.actor', 'the firm', true)");
    await client.query("update public.contact_inquiries set state = 'answered'");
    const { rows } = await client.query("select before, after from public.audit_log");
    expect(rows).toMatchObject([{ before: { state: "new" }, after: { state: "answered" } }]);
    expect(JSON.stringify(rows)).not.toMatch(/Ada|visitor|Engines|look at/);
  } finally {
    await client.query("rollback");
    client.release();
  }
});
