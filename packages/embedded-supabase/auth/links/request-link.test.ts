import { expect, test } from "vitest";
import { type AccountEmail, createEmbeddedSupabase } from "#src/index.ts";
import { type Log, silentLog } from "#src/log.ts";
import { createTestDatabase } from "#src/test-support/test-database.ts";

const REQUESTS: [string, (email: string) => object][] = [
  ["/recover", (email) => ({ email })],
  ["/otp", (email) => ({ email, create_user: true })],
  ["/magiclink", (email) => ({ email })],
  ["/resend", (email) => ({ email, type: "signup" })],
  ["/resend", (email) => ({ email, type: "email_change" })],
];

async function startBackend(log: Log = silentLog) {
  const database = await createTestDatabase();
  const emails: AccountEmail[] = [];
  const supabase = await createEmbeddedSupabase({
    pool: database.pool,
    publicUrl: "http://localhost",
    publishableKey: "publishable",
    secretKey: "secret",
    now: () => new Date(),
    rateLimitScale: 1000,
    clientAddress: () => "127.0.0.1",
    queueEmail: async (_client, email) => void emails.push(email),
    log,
  });
  const post = (path: string, body: object, apikey = "publishable") =>
    supabase.app.request(`/auth/v1${path}`, {
      method: "POST",
      headers: { apikey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await post("/admin/users", { email: "known@example.com", email_confirm: true }, "secret");
  return { ...database, supabase, emails, post };
}

// OWASP Forgot Password Cheat Sheet: "Ensure that responses return in a consistent amount of time".
test("responds before it reads the account, so that the duration does not depend on it", async () => {
  const { pool, supabase, emails, post } = await startBackend();
  const lock = await pool.connect();
  await lock.query("begin; lock table auth.users in access exclusive mode");
  for (const [path, body] of REQUESTS) {
    for (const email of ["known@example.com", "unknown@example.com"]) {
      const response = await post(path, body(email));
      expect([path, response.status, await response.text()]).toEqual([path, 200, "{}"]);
    }
  }
  expect(emails).toEqual([]);
  await lock.query("commit");
  lock.release();
  await supabase.finishBackgroundWork();
  expect(emails.map(({ to, kind }) => [to, kind])).toEqual([
    ["known@example.com", "recovery"],
    ["known@example.com", "magic_link"],
  ]);
});

test("a burst of requests uses one connection for its emails", async () => {
  const { pool, supabase, emails, post } = await startBackend();
  const lock = await pool.connect();
  await lock.query("begin; select from auth.users for update");
  await Promise.all(Array.from({ length: 60 }, () => post("/recover", { email: "known@example.com" })));
  const countWaitingConnections = async () => {
    const { rows } = await lock.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length;
  };
  await expect.poll(countWaitingConnections).toBe(1);
  await lock.query("commit");
  lock.release();
  await supabase.finishBackgroundWork();
  expect(emails).toHaveLength(1);
});

test("logs an email that fails after the response", async () => {
  const logged: string[] = [];
  const log = { ...silentLog, error: (_fields: object, message: string) => void logged.push(message) };
  const { pool, supabase, post } = await startBackend(log);
  await pool.query("alter table auth.one_time_tokens rename to renamed_table");
  expect((await post("/recover", { email: "known@example.com" })).status).toBe(200);
  await supabase.finishBackgroundWork();
  expect(logged).toEqual(["Background work failed after the response"]);
});
