import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { installHostedSignInTrigger } from "#server/auth/hosted-sign-ins.ts";
import { createLogger } from "#server/observability/logger.ts";

const silentLog = createLogger("silent");

async function createProject() {
  const { pool, connection } = await createTestDatabase();
  const { rows } = await pool.query(
    `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data)
     values (gen_random_uuid(), 'ada@client.example', '{}', '{}') returning id`,
  );
  return {
    pool,
    connection,
    signIn: () =>
      pool.query(
        "insert into auth.sessions (id, user_id, created_at, updated_at, ip) values (gen_random_uuid(), $1, now(), now(), '198.51.100.7')",
        [rows[0].id],
      ),
    async readAttempts() {
      const attempts = await pool.query("select email, outcome, address from private.sign_in_attempts");
      return attempts.rows;
    },
    /** Returns the row versions (xmin) of the function and the trigger. */
    async readVersions() {
      const versions = await pool.query(
        `select (select xmin from pg_proc where oid = to_regprocedure('private.record_sign_in()')) as function,
                (select xmin from pg_trigger where tgname = 'sign_in_is_recorded') as trigger`,
      );
      return versions.rows[0];
    },
  };
}

const ADA = { email: "ada@client.example", outcome: "succeeded", address: "198.51.100.7" };

test("records each new session as a sign-in, once even if several processes start concurrently", async () => {
  const { pool, signIn, readAttempts } = await createProject();
  await Promise.all([1, 2, 3].map(() => installHostedSignInTrigger(pool, silentLog)));
  await signIn();
  expect(await readAttempts()).toEqual([ADA]);
});

test("leaves a current trigger unchanged", async () => {
  const { pool, readVersions } = await createProject();
  await installHostedSignInTrigger(pool, silentLog);
  const versionsBefore = await readVersions();
  expect(versionsBefore.function).toBeTruthy();
  await installHostedSignInTrigger(pool, silentLog);
  expect(await readVersions()).toEqual(versionsBefore);
});

test("updates the trigger of an earlier version", async () => {
  const { pool, signIn, readAttempts } = await createProject();
  await pool.query(`
    create function private.record_sign_in() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger sign_in_is_recorded after delete on auth.sessions
      for each row execute function private.record_sign_in()`);
  await installHostedSignInTrigger(pool, silentLog);
  await signIn();
  expect(await readAttempts()).toEqual([ADA]);
  const { rows } = await pool.query(
    "select has_function_privilege('public', 'private.record_sign_in()', 'execute') as open",
  );
  expect(rows).toEqual([{ open: false }]);
});

test("logs a warning and continues if the project does not allow the trigger", async () => {
  const { connection } = await createProject();
  const unprivilegedPool = new pg.Pool({ ...connection, max: 1 });
  // The connection may still be closing when the database is dropped. Without this handler, the error would be
  // unhandled.
  unprivilegedPool.on("error", () => {});
  onTestFinished(() => unprivilegedPool.end());
  await unprivilegedPool.query("set role authenticated");
  const lines: string[] = [];
  await installHostedSignInTrigger(
    unprivilegedPool,
    createLogger("info", (line) => lines.push(line)),
  );
  expect(lines.join()).toContain("cannot record the project's sign-ins");
});
