import { createEmbeddedSupabase } from "@wardline/embedded-supabase";
import { signClaims } from "@wardline/embedded-supabase/test-support/sign-claims";
import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { totpCode, totpStepAt } from "@wardline/embedded-supabase/totp";
import { Hono } from "hono";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { createOwnSessionRoutes } from "#server/api/client/own-sessions.ts";
import { createRecentSignInRoutes } from "#server/api/client/recent-sign-in.ts";
import { createClientGroup } from "#server/api/route-groups.ts";
import { createSessions } from "#server/auth/sessions.ts";
import { createDatabase } from "#server/database/database.ts";
import { createErrorHandler } from "#server/http/errors.ts";
import { createLogger } from "#server/observability/logger.ts";
import { readSession } from "#tests/support/product/session.ts";

let currentTime = new Date();
const now = () => currentTime;

/** Mounts the endpoint and a real authentication service. */
async function createTestEnvironment() {
  const { pool } = await createTestDatabase();
  const log = createLogger("silent");
  const supabase = await createEmbeddedSupabase({
    pool,
    publicUrl: "https://portal.firm.example",
    publishableKey: "publishable",
    secretKey: "secret",
    now,
    rateLimitScale: 1000,
    clientAddress: () => "198.51.100.7",
    log,
  });
  const callAuth = async (path: string, key: string, body?: object) =>
    supabase.app.request(`/auth/v1${path}`, {
      method: body ? "POST" : "GET",
      headers: { apikey: "secret", authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  const app = new Hono();
  app.onError(createErrorHandler(log));
  const sessions = createSessions(supabase.verifyAccessToken, async () => false);
  const services = { database: createDatabase(pool), now };
  app.route(
    "/",
    createClientGroup({ sessions })
      .route("/", createOwnSessionRoutes(services))
      .route("/", createRecentSignInRoutes(services)),
  );
  return {
    async createUser(email: string) {
      const user = { email, password: "a long enough passphrase" };
      const createResponse = await callAuth("/admin/users", "secret", { ...user, email_confirm: true });
      expect(createResponse.status).toBe(200);
      return user;
    },
    async signIn(user: object): Promise<string> {
      const response = await callAuth("/token?grant_type=password", "secret", user);
      return (await readSession(response)).access_token;
    },
    /** Enrolls an authenticator app. @returns the token of the session that verified it. */
    async enrollApp(token: string): Promise<string> {
      const requestJson = async (path: string, body: object) => (await callAuth(path, token, body)).json();
      const { id, totp } = await requestJson("/factors", { factor_type: "totp", friendly_name: "Phone" });
      const challenge = await requestJson(`/factors/${id}/challenge`, {});
      const code = totpCode(totp.secret, totpStepAt(now()));
      const verifiedSession = await requestJson(`/factors/${id}/verify`, {
        challenge_id: challenge.id,
        code,
      });
      return verifiedSession.access_token;
    },
    forgeToken: (claims: Record<string, unknown>) => signClaims({ pool, now }, claims),
    isSignedIn: async (token: string) => (await callAuth("/user", token)).status === 200,
    checkRecentSignIn: (token: string) =>
      app.request("/api/recent-sign-in", { headers: { authorization: `Bearer ${token}` } }),
    ask: (token: string, path = "", method = "GET") =>
      app.request(`/api/own-sessions${path}`, { method, headers: { authorization: `Bearer ${token}` } }),
  };
}

test("lists the caller's sessions and ends one of them", async () => {
  const { createUser, signIn, isSignedIn, ask } = await createTestEnvironment();
  const user = await createUser("ada@client.example");
  const [token, otherToken] = [await signIn(user), await signIn(user)];
  const otherUsersToken = await signIn(await createUser("grace@client.example"));
  expect((await ask("invalid")).status).toBe(401);
  const { sessions } = await (await ask(token)).json();
  expect(sessions.map((session: { current: boolean }) => session.current).sort()).toEqual([false, true]);
  const { id } = sessions.find((session: { current: boolean }) => !session.current);
  expect((await ask(otherUsersToken, `/${id}`, "DELETE")).status).toBe(404);
  expect((await ask(token, "/nonsense", "DELETE")).status).toBe(404);
  expect(await isSignedIn(otherToken)).toBe(true);
  expect((await ask(token, `/${id}`, "DELETE")).status).toBe(200);
  expect(await isSignedIn(otherToken)).toBe(false);
  expect(await isSignedIn(token)).toBe(true);
});

test("rejects a token of one user for another user's session", async () => {
  const { createUser, signIn, ask, forgeToken } = await createTestEnvironment();
  const token = await signIn(await createUser("ada@client.example"));
  const administratorToken = await signIn(await createUser("grace@client.example"));
  const { sub } = decodeJwt(administratorToken);
  expect((await ask(await forgeToken({ ...decodeJwt(token) }))).status).toBe(200);
  expect((await ask(await forgeToken({ ...decodeJwt(token), sub }))).status).toBe(401);
});

test("lists sessions but requires a new sign-in after 15 minutes to end one", async () => {
  const { createUser, signIn, isSignedIn, ask } = await createTestEnvironment();
  const user = await createUser("ada@client.example");
  const [token, otherToken] = [await signIn(user), await signIn(user)];
  const { sessions } = await (await ask(token)).json();
  const { id } = sessions.find((session: { current: boolean }) => !session.current);
  const signedInAt = currentTime;
  currentTime = new Date(signedInAt.getTime() + 15 * 60_000 + 1);
  expect((await ask(token)).status).toBe(200);
  const rejectedResponse = await ask(token, `/${id}`, "DELETE");
  expect([rejectedResponse.status, (await rejectedResponse.json()).code]).toEqual([
    403,
    "reauthentication_needed",
  ]);
  expect(await isSignedIn(otherToken)).toBe(true);
  currentTime = new Date(signedInAt.getTime() + 15 * 60_000);
  expect((await ask(token, `/${id}`, "DELETE")).status).toBe(200);
});

test("reports whether the session signed in within the last 15 minutes", async () => {
  const { createUser, signIn, checkRecentSignIn } = await createTestEnvironment();
  const user = await createUser("ada@client.example");
  const token = await signIn(user);
  expect((await checkRecentSignIn(token)).status).toBe(200);
  currentTime = new Date(currentTime.getTime() + 15 * 60_000 + 1);
  await signIn(user);
  const rejected = await checkRecentSignIn(token);
  expect([rejected.status, (await rejected.json()).code]).toEqual([403, "reauthentication_needed"]);
});

test("requires the second factor from callers who have one", async () => {
  const { createUser, signIn, enrollApp, isSignedIn, ask } = await createTestEnvironment();
  const user = await createUser("ada@client.example");
  const verifiedToken = await enrollApp(await signIn(user));
  const passwordOnlyToken = await signIn(user);
  const { sessions } = await (await ask(verifiedToken)).json();
  const findSessionId = (isCurrent: boolean) =>
    sessions.find(({ current }: { current: boolean }) => current === isCurrent).id;
  for (const [path, method] of [
    ["", "GET"],
    [`/${findSessionId(true)}`, "DELETE"],
  ]) {
    const rejected = await ask(passwordOnlyToken, path, method);
    expect([rejected.status, await rejected.json()]).toEqual([
      403,
      {
        success: false,
        code: "second_factor_required",
        error: "Complete two-factor authentication to continue.",
      },
    ]);
  }
  expect(await isSignedIn(verifiedToken)).toBe(true);
  expect((await ask(verifiedToken, `/${findSessionId(false)}`, "DELETE")).status).toBe(200);
  expect(await isSignedIn(passwordOnlyToken)).toBe(false);
});
