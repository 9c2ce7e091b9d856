import { createHash } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { createRecoveryCodeRoutes } from "#server/api/client/recovery-codes.ts";
import { createSignedInUsers } from "#tests/support/product/signed-in-users.ts";

const MINUTE_MS = 60_000;
const PATH = "/api/recovery-codes";

let currentTime: Date;
let users: Awaited<ReturnType<typeof createSignedInUsers>>;
beforeEach(async () => {
  currentTime = new Date();
  users = await createSignedInUsers([createRecoveryCodeRoutes], () => currentTime);
});

const readJson = async (request: Response | Promise<Response>) => {
  const response = await request;
  return { status: response.status, body: await response.json() };
};
const createCodes = async (token: string) => readJson(users.ask(token, PATH, "POST"));
const countCodes = async (token: string) => (await readJson(users.ask(token, PATH))).body.left;
const redeem = async (token: string, code: string) => {
  const { status, body } = await readJson(users.ask(token, `${PATH}/redeem`, "POST", { code }));
  return [status, body.code];
};
const REDEEMED = [200, undefined];
const REJECTED = [400, "wrong_recovery_code"];

/** A user with an authenticator app and codes. `token` has verified the app, `lockedToken` only the password. */
async function createProtectedUser(email: string) {
  const user = await users.createUser(email);
  const token = await users.enrollApp(await users.signIn(user));
  const { body } = await createCodes(token);
  return { user, token, lockedToken: await users.signIn(user), codes: body.codes as string[] };
}
const listFactors = async () => (await users.pool.query("select user_id from auth.mfa_factors")).rows;

test("a session with a second factor gets ten codes, which replace the earlier ones", async () => {
  const { token, lockedToken, codes } = await createProtectedUser("ada@client.example");
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^[2-9a-hj-km-np-z]{4}(-[2-9a-hj-km-np-z]{4}){3}$/);
  }
  expect(await countCodes(token)).toBe(10);
  expect((await createCodes(token)).status).toBe(201);
  expect(await countCodes(token)).toBe(10);
  expect(await redeem(lockedToken, codes[0] ?? "")).toEqual(REJECTED);
  const { rows } = await users.pool.query("select code_hash::text from private.recovery_codes");
  expect(JSON.stringify(rows)).not.toContain(codes[0]?.replaceAll("-", ""));
});

test("codes require a second factor, its verification and a recent sign-in", async () => {
  const plainToken = await users.signIn(await users.createUser("grace@client.example"));
  expect(await createCodes(plainToken)).toMatchObject({ status: 409, body: { code: "no_factors" } });
  const { token, lockedToken } = await createProtectedUser("ada@client.example");
  expect((await createCodes(lockedToken)).status).toBe(403);
  expect(await countCodes(lockedToken)).toBe(0);
  currentTime = new Date(currentTime.getTime() + 15 * MINUTE_MS + 1);
  expect(await createCodes(token)).toMatchObject({ status: 403, body: { code: "reauthentication_needed" } });
  expect((await users.ask("invalid", PATH, "POST")).status).toBe(401);
});

test("a code removes the factors and all codes, ends other sessions and is emailed", async () => {
  const { user, token, lockedToken, codes } = await createProtectedUser("ada@client.example");
  const other = await createProtectedUser("grace@client.example");
  expect(await redeem(lockedToken, ` ${codes[3]?.toUpperCase().replaceAll("-", " ")} `)).toEqual(REDEEMED);
  expect(await users.isSignedIn(lockedToken)).toBe(true);
  expect(await users.isSignedIn(token)).toBe(false);
  expect(await listFactors()).toHaveLength(1);
  expect(await countCodes(other.token)).toBe(10);
  const { rows: emails } = await users.pool.query("select kind, recipient from private.email_outbox");
  expect(emails).toEqual([{ kind: "account-factors-removed", recipient: user.email }]);
  const { rows: attempts } = await users.pool.query("select email, outcome from private.sign_in_attempts");
  expect(attempts).toEqual([{ email: user.email, outcome: "succeeded" }]);
  const lateToken = await users.enrollApp(lockedToken);
  expect(await countCodes(lateToken)).toBe(0);
  expect(await redeem(await users.signIn(user), codes[4] ?? "")).toEqual(REJECTED);
});

test("only one of several concurrent requests succeeds, with the same code or different ones", async () => {
  const { lockedToken, codes } = await createProtectedUser("ada@client.example");
  const attempts = [codes[0], codes[0], codes[1], codes[2]].map((code) => redeem(lockedToken, code ?? ""));
  const results = await Promise.all(attempts);
  expect(results.filter(([status]) => status === 200)).toHaveLength(1);
  expect(results.filter(([status]) => status === 400)).toHaveLength(3);
});

test("concurrent requests with different codes do not deadlock", async () => {
  const { user, lockedToken, codes } = await createProtectedUser("ada@client.example");
  const secondToken = await users.signIn(user);
  const blocker = await users.pool.connect();
  // Both requests have to wait for the same row, as if the first one were slow.
  await blocker.query("begin");
  await blocker.query("select from private.recovery_codes order by ctid limit 1 for update");
  const { rows: firstRow } = await blocker.query(
    "select code_hash from private.recovery_codes order by ctid limit 1",
  );
  const otherCodes = codes.filter(
    (code) => !createHash("sha256").update(code.replaceAll("-", "")).digest().equals(firstRow[0].code_hash),
  );
  const requests = [redeem(lockedToken, otherCodes[0] ?? ""), redeem(secondToken, otherCodes[1] ?? "")];
  const countWaiting = async () => {
    const { rows } = await users.pool.query(
      `select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from private.recovery_codes%'`,
    );
    return rows[0].count;
  };
  await expect.poll(countWaiting).toBe(2);
  await blocker.query("commit");
  blocker.release();
  const results = await Promise.all(requests);
  expect(results.filter(([status]) => status === 200)).toHaveLength(1);
  expect(results.filter(([status]) => status === 400)).toHaveLength(1);
});

test("the notice is sent to the account's current address", async () => {
  const { lockedToken, codes } = await createProtectedUser("ada@client.example");
  await users.pool.query("update auth.users set email = 'ada.new@client.example'");
  expect(await redeem(lockedToken, codes[0] ?? "")).toEqual(REDEEMED);
  const { rows } = await users.pool.query("select recipient from private.email_outbox");
  expect(rows).toEqual([{ recipient: "ada.new@client.example" }]);
});

test("a code of another account, a malformed code and a session that needs no code are rejected", async () => {
  const { token, lockedToken, codes } = await createProtectedUser("ada@client.example");
  const other = await createProtectedUser("grace@client.example");
  for (const code of [other.codes[0] ?? "", "x", "x".repeat(100)]) {
    expect(await redeem(lockedToken, code)).toEqual(REJECTED);
  }
  expect((await redeem(lockedToken, " "))[0]).toBe(400);
  expect((await redeem(lockedToken, "x".repeat(101)))[0]).toBe(400);
  expect(await redeem(token, codes[0] ?? "")).toEqual(REJECTED);
  expect(await countCodes(token)).toBe(10);
  expect(await listFactors()).toHaveLength(2);
});

test("guesses stop after ten attempts and are recorded", async () => {
  const { user, lockedToken, codes } = await createProtectedUser("ada@client.example");
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect(await redeem(lockedToken, `guess ${attempt}`)).toEqual(REJECTED);
  }
  expect(await redeem(lockedToken, codes[0] ?? "")).toEqual([429, "too_many_requests"]);
  const { rows } = await users.pool.query(
    "select email, outcome, count(*)::integer as count from private.sign_in_attempts group by 1, 2",
  );
  expect(rows).toEqual([{ email: user.email, outcome: "wrong-factor", count: 10 }]);
  currentTime = new Date(currentTime.getTime() + 15 * MINUTE_MS + 1);
  expect(await redeem(await users.signIn(user), codes[0] ?? "")).toEqual(REDEEMED);
});

test("removing the last factor deletes the codes", async () => {
  const { token } = await createProtectedUser("ada@client.example");
  await users.pool.query("delete from auth.mfa_factors");
  expect(await countCodes(token)).toBe(0);
});
