import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "#server/database.ts";
import { recordBounce } from "#server/email/bounce.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";

const ID = "0b6fe2a8-4f1d-4a3e-9a5c-2f5b8f1c7d10";
const NOW = new Date("2026-03-02T10:00:00Z");
const REPORT = {
  messageId: `${ID}@firm.example`,
  recipients: [
    { addresses: ["ada@client.example"], action: "failed", status: "5.1.1", diagnostic: "550 no" },
  ],
};

let pool: TestDatabase["pool"];
beforeEach(async () => {
  ({ pool } = await aDatabase());
  await pool.query(
    `insert into private.mail_outbox (deduplication_key, kind, recipient, subject, body_text, message_id)
     values ('a', 'invoice-new', 'Ada@client.example', 'About it', 'Text', $1)`,
    [`${ID}@outbox.invalid`],
  );
});

const noted = () =>
  createDatabase(pool).bypassingPolicies({ reason: "test" }, (query) => recordBounce(query, REPORT, NOW));

test("a report that overtakes the note of the sending waits for it", async () => {
  const sending = await pool.connect();
  await sending.query("begin");
  await sending.query("update private.mail_outbox set state = 'sent', sent_at = now()");
  const report = noted();
  const isWaiting = async () =>
    (
      await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rowCount;
  await expect.poll(isWaiting).toBe(1);
  await sending.query("commit");
  sending.release();
  expect((await report).outcome).toBe("bounced");
  const { rows } = await pool.query(
    "select bounced_at, bounce_status, bounce_reason from private.mail_outbox",
  );
  expect(rows).toEqual([{ bounced_at: NOW, bounce_status: "5.1.1", bounce_reason: "550 no" }]);
});

test("a mail that has not been sent cannot have come back", async () => {
  expect(await noted()).toEqual({ outcome: "unmatched", mail: null });
});

test("a report that comes once more changes nothing, whatever an administrator made of the first", async () => {
  await pool.query("update private.mail_outbox set state = 'sent', sent_at = now()");
  expect((await noted()).outcome).toBe("bounced");
  await pool.query("update private.mail_outbox set state = 'dismissed'");
  expect((await noted()).outcome).toBe("already_bounced");
  const { rows } = await pool.query("select state from private.mail_outbox");
  expect(rows).toEqual([{ state: "dismissed" }]);
});
