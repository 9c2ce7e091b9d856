import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createBackend } from "#server/backend.ts";
import { parseConfig } from "#server/config.ts";
import { migrateQueue } from "#server/jobs/queue/queue.ts";
import { createLogger } from "#server/observability/logger.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";

test("a shutdown waits for the email of a password reset that has already been answered", async () => {
  const { pool } = await createTestDatabase();
  await migrateQueue(pool);
  const { email } = await createAdministrator({ pool });
  const backend = await createBackend({
    config: parseConfig({}),
    keys: {
      publishableKey: "publishable",
      secretKey: "secret",
      encryptionKey: Buffer.alloc(32, "test").toString("base64"),
      previousEncryptionKey: undefined,
    },
    pool,
    log: createLogger("silent"),
    now: () => new Date(),
    clientAddress: () => "198.51.100.7",
  });
  const lock = await pool.connect();
  await lock.query("begin; lock table auth.users in access exclusive mode");
  const response = await backend.fetch?.("http://localhost:3000/auth/v1/recover", {
    method: "POST",
    headers: { apikey: "publishable", "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  expect(response?.status).toBe(200);
  const finished = backend.finishBackgroundWork();
  await lock.query("commit");
  lock.release();
  await finished;
  const { rows } = await pool.query("select kind, recipient from private.email_outbox");
  expect(rows).toEqual([{ kind: "account-recovery", recipient: email }]);
});
