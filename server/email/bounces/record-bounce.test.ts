import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import { recordBounce } from "#server/email/bounces/record-bounce.ts";

const MESSAGE_ID = "0b6fe2a8-4f1d-4a3e-9a5c-2f5b8f1c7d10";
const NOW = new Date("2026-03-02T10:00:00Z");
const REPORT = {
  messageId: `${MESSAGE_ID}@firm.example`,
  recipients: [
    { addresses: ["ada@client.example"], action: "failed", status: "5.1.1", diagnostic: "550 no" },
  ],
};

let pool: TestDatabase["pool"];
beforeEach(async () => {
  ({ pool } = await createTestDatabase());
  await pool.query(
    `insert into private.email_outbox (deduplication_key, kind, recipient, subject, body_text, message_id)
     values ('a', 'invoice-new', 'Ada@client.example', 'About it', 'Text', $1)`,
    [`${MESSAGE_ID}@outbox.invalid`],
  );
});

const recordReport = () =>
  createDatabase(pool).bypassPolicies({ reason: "test" }, (query) => recordBounce(query, REPORT, NOW));

test("waits until the worker has recorded that the email was sent", async () => {
  const sendingConnection = await pool.connect();
  await sendingConnection.query("begin");
  await sendingConnection.query("update private.email_outbox set status = 'sent', sent_at = now()");
  const pendingResult = recordReport();
  const isWaiting = async () =>
    (
      await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rowCount;
  await expect.poll(isWaiting).toBe(1);
  await sendingConnection.query("commit");
  sendingConnection.release();
  expect((await pendingResult).outcome).toBe("bounced");
  const { rows } = await pool.query(
    "select bounced_at, bounce_status, bounce_reason from private.email_outbox",
  );
  expect(rows).toEqual([{ bounced_at: NOW, bounce_status: "5.1.1", bounce_reason: "550 no" }]);
});

test("does not match an email that was not sent", async () => {
  expect(await recordReport()).toEqual({ outcome: "unmatched", emailId: null });
});

test("ignores a repeated report, even after the email was dismissed", async () => {
  await pool.query("update private.email_outbox set status = 'sent', sent_at = now()");
  expect((await recordReport()).outcome).toBe("bounced");
  await pool.query("update private.email_outbox set status = 'dismissed'");
  expect((await recordReport()).outcome).toBe("already_bounced");
  const { rows } = await pool.query("select status from private.email_outbox");
  expect(rows).toEqual([{ status: "dismissed" }]);
});
