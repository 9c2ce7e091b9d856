import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { installRecentSignInTriggers } from "#server/auth/hosted-recent-sign-in.ts";
import { createLogger } from "#server/observability/logger.ts";
import { createEmbeddedAccounts } from "#tests/support/product/embedded-accounts.ts";
import { readSession } from "#tests/support/product/session.ts";

const silentLog = createLogger("silent");

type SignIn = { minutesAgo: number; method?: string };

/**
 * Creates a project with an account that has one session per sign-in and a verified factor. The statements are those of
 * Supabase Auth.
 */
async function createProject(...signIns: SignIn[]) {
  const { pool, connection } = await createTestDatabase();
  const { rows } = await pool.query<{ id: string }>(
    `insert into auth.users (id, email, email_change, encrypted_password, raw_app_meta_data, raw_user_meta_data)
     values (gen_random_uuid(), 'ada@client.example', '', '$2a$10$old', '{}', '{}') returning id`,
  );
  const [account] = rows;
  const sessionIds: string[] = [];
  for (const { minutesAgo, method = "password" } of signIns) {
    const session = await pool.query<{ id: string }>(
      `with session as (
         insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), $1, now(), now()) returning id),
       claim as (
         insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
         select gen_random_uuid(), id, signed_in_at, signed_in_at, $3
           from session, (select now() - make_interval(mins => $2) as signed_in_at))
       select id from session`,
      [account?.id, minutesAgo, method],
    );
    sessionIds.push(session.rows[0]?.id ?? "");
  }
  const insertFactor = (status: string) =>
    pool.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', $2, now(), now())`,
      [account?.id, status],
    );
  await insertFactor("verified");
  await installRecentSignInTriggers(pool, silentLog);
  return {
    pool,
    connection,
    changeEmail: (email: string) =>
      pool.query("update auth.users set email_change = $2 where id = $1", [account?.id, email]),
    enrollFactor: () => insertFactor("unverified"),
    removeFactor: () =>
      pool.query("delete from auth.mfa_factors where user_id = $1 and status = 'verified'", [account?.id]),
    /** Changes the password as the session with this index, which stays signed in; null is an administrator. */
    changePassword: (sessionIndex: number | null, hash = "$2a$10$new") =>
      pool.query(
        `begin;
         update auth.users set encrypted_password = '${hash}', recovery_token = '' where id = '${account?.id}';
         delete from auth.sessions where user_id = '${account?.id}' and ${
           sessionIndex === null ? "true" : `id <> '${sessionIds[sessionIndex]}'`
};
         commit`,
      ),
    deleteAccount: () => pool.query("delete from auth.users where id = $1", [account?.id]),
    changeOtherColumns: () =>
      pool.query(
        "update auth.users set email_change = '', last_sign_in_at = now(), encrypted_password = encrypted_password where id = $1",
        [account?.id],
      ),
  };
}

const REJECTION = { code: "42501", message: "This action requires a sign-in within the last 15 minutes." };

test("an account that signed in 14 minutes ago can change its address, and add and remove a factor", async () => {
  const { changeEmail, enrollFactor, removeFactor } = await createProject({ minutesAgo: 14 });
  await expect(changeEmail("new@client.example")).resolves.toBeTruthy();
  await expect(enrollFactor()).resolves.toBeTruthy();
  await expect(removeFactor()).resolves.toMatchObject({ rowCount: 1 });
});

test.each([
  ["signed in 16 minutes ago", { minutesAgo: 16 }],
  ["only refreshed its session", { minutesAgo: 1, method: "token_refresh" }],
])("an account that %s cannot change its address, or add or remove a factor", async (_, signIn) => {
  const { changeEmail, enrollFactor, removeFactor, changeOtherColumns } = await createProject(signIn);
  await expect(changeEmail("new@client.example")).rejects.toMatchObject(REJECTION);
  await expect(enrollFactor()).rejects.toMatchObject(REJECTION);
  await expect(removeFactor()).rejects.toMatchObject(REJECTION);
  await expect(changeOtherColumns()).resolves.toBeTruthy();
});

describe("removing a factor without a recent sign-in", () => {
  test("is possible for an unverified factor", async () => {
    const { pool } = await createProject({ minutesAgo: 16 });
    await pool.query("update auth.mfa_factors set status = 'unverified'");
    expect((await pool.query("delete from auth.mfa_factors")).rowCount).toBe(1);
  });

  test("is possible for the product's endpoints, and by deleting the account", async () => {
    const { pool, deleteAccount } = await createProject({ minutesAgo: 16 });
    await pool.query(
      "begin; select set_config('request.jwt.claims', '{}', true); delete from auth.mfa_factors; rollback",
    );
    expect((await deleteAccount()).rowCount).toBe(1);
    expect((await pool.query("select from auth.mfa_factors")).rowCount).toBe(0);
  });
});

describe("a password can be changed", () => {
  test("by a session that signed in recently", async () => {
    const { changePassword } = await createProject({ minutesAgo: 14 });
    await expect(changePassword(0)).resolves.toBeTruthy();
  });

  test("by a session that was opened by a link within a day, but not later", async () => {
    const { changePassword } = await createProject({ minutesAgo: 23 * 60, method: "otp" });
    await expect(changePassword(0)).resolves.toBeTruthy();
    const later = await createProject({ minutesAgo: 25 * 60, method: "otp" });
    await expect(later.changePassword(0)).rejects.toMatchObject(REJECTION);
  });

  test("not by an older session, even if another session of the account signed in recently", async () => {
    const { pool, changePassword } = await createProject({ minutesAgo: 16 }, { minutesAgo: 1 });
    await expect(changePassword(0)).rejects.toMatchObject(REJECTION);
    const { rows } = await pool.query("select encrypted_password from auth.users");
    expect(rows).toEqual([{ encrypted_password: "$2a$10$old" }]);
    await expect(changePassword(1)).resolves.toBeTruthy();
  });

  test("by an administrator, who ends all sessions", async () => {
    const { changePassword } = await createProject({ minutesAgo: 16 });
    await expect(changePassword(null)).resolves.toBeTruthy();
  });

  test("by a sign-in that encrypts the hash again", async () => {
    const { pool } = await createProject({ minutesAgo: 16 });
    const update = `update auth.users set encrypted_password = '{"key_id":"1"}'`;
    await expect(pool.query(update)).resolves.toMatchObject({ rowCount: 1 });
  });
});

test("the triggers accept changes that a session and an administrator make through the authentication service", async () => {
  const { pool } = await createTestDatabase();
  await installRecentSignInTriggers(pool, silentLog);
  const { accounts, authenticate } = await createEmbeddedAccounts(pool);
  const account = { email: "ada@client.example", password: "a long enough password" };
  const id = await accounts.create({ ...account, role: "client" });
  const send = (method: string, path: string, token: string, body: object) =>
    authenticate(`https://portal.firm.example/auth/v1${path}`, {
      method,
      headers: { apikey: token, authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const session = await readSession(await send("POST", "/token?grant_type=password", "publishable", account));
  const ownChange = await authenticate("https://portal.firm.example/auth/v1/user", {
    method: "PUT",
    headers: {
      apikey: "publishable",
      authorization: `Bearer ${session.access_token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ password: "another long password", email: "new@client.example" }),
  });
  expect([ownChange.status, await ownChange.json()]).toMatchObject([
    200,
    { new_email: "new@client.example" },
  ]);
  await pool.query("update auth.mfa_amr_claims set updated_at = now() - interval '1 hour'");
  const change = await send("PUT", `/admin/users/${id}`, "secret", { password: "a third long password" });
  expect(change.status).toBe(200);
});

test("the functions of the triggers cannot be called by users", async () => {
  const { pool } = await createProject({ minutesAgo: 1 });
  const { rows } = await pool.query(
    `select has_function_privilege('public', routine, 'execute') as open
       from unnest(array['private.require_recent_sign_in()', 'private.require_password_change_proof()']) as routine`,
  );
  expect(rows).toEqual([{ open: false }, { open: false }]);
});

test("leaves current triggers unchanged, and installs them once if several processes start concurrently", async () => {
  const { pool } = await createProject({ minutesAgo: 1 });
  const readVersions = async () =>
    (
      await pool.query(
        "select tgname, xmin from pg_trigger where tgname like '%recent_sign_in' order by tgname",
      )
    ).rows;
  const versions = await readVersions();
  expect(versions).toHaveLength(4);
  await Promise.all([1, 2, 3].map(() => installRecentSignInTriggers(pool, silentLog)));
  expect(await readVersions()).toEqual(versions);
});

test("replaces the triggers of an earlier version", async () => {
  const { pool, changePassword } = await createProject({ minutesAgo: 16 });
  await pool.query(`drop trigger password_requires_recent_sign_in on auth.users;
    create constraint trigger password_requires_recent_sign_in after update of email on auth.users
      for each row execute function private.require_password_change_proof()`);
  await installRecentSignInTriggers(pool, silentLog);
  await expect(changePassword(0)).rejects.toMatchObject(REJECTION);
});

test("logs a warning and continues if the project does not allow the triggers", async () => {
  const { connection } = await createProject({ minutesAgo: 1 });
  const unprivilegedPool = new pg.Pool({ ...connection, max: 1, options: "-c role=authenticated" });
  unprivilegedPool.on("error", () => {});
  onTestFinished(() => unprivilegedPool.end());
  const lines: string[] = [];
  await installRecentSignInTriggers(
    unprivilegedPool,
    createLogger("info", (line) => lines.push(line)),
  );
  expect(lines.map((line) => JSON.parse(line).changes)).toEqual(["email address", "factors", "password"]);
  expect(lines.join()).toContain("the project does not allow triggers that require a recent sign-in");
});

test("installs the other triggers if one table does not allow them", async () => {
  const { pool } = await createProject({ minutesAgo: 1 });
  await pool.query(`drop function private.require_recent_sign_in, private.require_password_change_proof cascade;
    alter table auth.mfa_factors rename to renamed_table`);
  await installRecentSignInTriggers(pool, silentLog);
  const { rows } = await pool.query(
    "select tgname from pg_trigger where tgname like '%recent_sign_in' order by 1",
  );
  expect(rows.map(({ tgname }) => tgname)).toEqual([
    "email_change_requires_recent_sign_in",
    "password_requires_recent_sign_in",
  ]);
});
