import { expect, test } from "vitest";
import { createDatabase } from "#server/database.ts";
import { createLog } from "#server/log.ts";
import { aDatabase } from "#tests/support/database.ts";
import { removeOldInquiries } from "./remove-old-inquiries.ts";

const NOW = new Date("2028-03-02T10:00:00Z");

test("an inquiry and its mail are kept for 24 months, and gone the moment after", async () => {
  const { pool } = await aDatabase();
  for (const [reference, at] of [
    ["OLD", "2026-03-02T09:59:59Z"],
    ["KEPT", "2026-03-02T10:00:00Z"],
  ]) {
    await pool.query(
      `insert into public.contact_inquiries (reference, name, email, company, service_interest, message, created_at)
       values ($1, 'Ada Byron', 'ada@visitor.example', 'Engines Ltd', 'Other', 'What would you look at?', $2)`,
      [reference, at],
    );
    for (const kind of ["inquiry", "inquiry-acknowledgement", "inquiry-reply", "invitation"])
      await pool.query(
        `insert into private.mail_outbox (deduplication_key, kind, recipient, subject, body_text, message_id, created_at)
         values ($1, $2, 'ada@visitor.example', 'About it', 'What was written', $1, $3)`,
        [`${kind}:${reference}`, kind, at],
      );
  }

  await removeOldInquiries({ database: createDatabase(pool), now: () => NOW, log: createLog("silent") })({});

  const inquiries = await pool.query("select reference from public.contact_inquiries");
  expect(inquiries.rows).toEqual([{ reference: "KEPT" }]);
  const mail = await pool.query("select deduplication_key as key from private.mail_outbox order by key");
  expect(mail.rows.map(({ key }) => key)).toEqual([
    "inquiry-acknowledgement:KEPT",
    "inquiry-reply:KEPT",
    "inquiry:KEPT",
    "invitation:KEPT",
    "invitation:OLD",
  ]);
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
