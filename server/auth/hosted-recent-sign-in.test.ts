import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { installRecentSignInTriggers } from "#server/auth/hosted-recent-sign-in.ts";
import { createLogger } from "#server/observability/logger.ts";

const silentLog = createLogger("silent");

/** Creates a project with an account that signed in `minutesAgo`. Its statements are those of Supabase Auth. */
async function createProject(minutesAgo: number) {
  const { pool, connection } = await createTestDatabase();
  await installRecentSignInTriggers(pool, silentLog);
  const { rows } = await pool.query<{ id: string }>(
    `insert into auth.users (id, email, email_change, raw_app_meta_data, raw_user_meta_data)
     values (gen_random_uuid(), 'ada@client.example', '', '{}', '{}') returning id`,
  );
  const [account] = rows;
  await pool.query(
    `with session as (
       insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), $1, now(), now()) returning id)
     insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     select gen_random_uuid(), id, signed_in_at, signed_in_at, 'password'
       from session, (select now() - make_interval(mins => $2) as signed_in_at)`,
    [account?.id, minutesAgo],
  );
  return {
    pool,
    connection,
    changeEmail: (email: string) =>
      pool.query("update auth.users set email_change = $2 where id = $1", [account?.id, email]),
    enrollFactor: () =>
      pool.query(
        `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
         values (gen_random_uuid(), $1, 'totp', 'unverified', now(), now())`,
        [account?.id],
      ),
    changeOtherColumns: () =>
      pool.query("update auth.users set email_change = '', last_sign_in_at = now() where id = $1", [
        account?.id,
      ]),
  };
}

const REJECTION = { code: "42501", message: "This action requires a sign-in within the last 15 minutes." };

test("an account that signed in 14 minutes ago can change its address and add a factor", async () => {
  const { changeEmail, enrollFactor } = await createProject(14);
  await expect(changeEmail("new@client.example")).resolves.toBeTruthy();
  await expect(enrollFactor()).resolves.toBeTruthy();
});

test("an account that signed in 16 minutes ago cannot change its address or add a factor", async () => {
  const { changeEmail, enrollFactor, changeOtherColumns } = await createProject(16);
  await expect(changeEmail("new@client.example")).rejects.toMatchObject(REJECTION);
  await expect(enrollFactor()).rejects.toMatchObject(REJECTION);
  await expect(changeOtherColumns()).resolves.toBeTruthy();
});

test("the functions of the triggers cannot be called by users", async () => {
  const { pool } = await createProject(1);
  const { rows } = await pool.query(
    "select has_function_privilege('public', 'private.require_recent_sign_in()', 'execute') as open",
  );
  expect(rows).toEqual([{ open: false }]);
});

test("leaves current triggers unchanged, and installs them once if several processes start concurrently", async () => {
  const { pool } = await createProject(1);
  const readVersions = async () =>
    (
      await pool.query(
        "select tgname, xmin from pg_trigger where tgname like '%recent_sign_in' order by tgname",
      )
    ).rows;
  const versions = await readVersions();
  expect(versions).toHaveLength(2);
  await Promise.all([1, 2, 3].map(() => installRecentSignInTriggers(pool, silentLog)));
  expect(await readVersions()).toEqual(versions);
});

test("logs a warning and continues if the project does not allow the triggers", async () => {
  const { pool, connection } = await createProject(1);
  await pool.query("drop trigger factor_requires_recent_sign_in on auth.mfa_factors");
  const unprivilegedPool = new pg.Pool({ ...connection, max: 1 });
  unprivilegedPool.on("error", () => {});
  onTestFinished(() => unprivilegedPool.end());
  await unprivilegedPool.query("set role authenticated");
  const lines: string[] = [];
  await installRecentSignInTriggers(
    unprivilegedPool,
    createLogger("info", (line) => lines.push(line)),
  );
  expect(lines.join()).toContain("the project does not allow triggers that require a recent sign-in");
});
