import { createEmbeddedSupabase } from "@wardline/embedded-supabase";
import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { totpCode, totpStepAt } from "@wardline/embedded-supabase/totp";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { ownSessionRoutes } from "#server/api/client/own-sessions.ts";
import { createClientGroup } from "#server/api/route-groups.ts";
import { createSessions } from "#server/auth/sessions.ts";
import { createDatabase } from "#server/database/database.ts";
import { createErrorHandler } from "#server/http/errors.ts";
import { createLogger } from "#server/observability/logger.ts";

let currentTime = new Date();
const now = () => currentTime;

/** Mounts the endpoint next to a real authentication service. */
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
  const auth = async (path: string, key: string, body?: object) =>
    supabase.app.request(`/auth/v1${path}`, {
      method: body ? "POST" : "GET",
      headers: { apikey: "secret", authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  const app = new Hono();
  app.onError(createErrorHandler(log));
  const sessions = createSessions(supabase.verifyAccessToken, async () => false);
  app.route(
    "/",
    createClientGroup({ sessions }).route("/", ownSessionRoutes({ database: createDatabase(pool), now })),
  );
  return {
    async createUser(email: string) {
      const user = { email, password: "a long enough passphrase" };
      const created = await auth("/admin/users", "secret", { ...user, email_confirm: true });
      expect(created.status).toBe(200);
      return user;
    },
    async signIn(user: object): Promise<string> {
      const response = await auth("/token?grant_type=password", "secret", user);
      return ((await response.json()) as { access_token: string }).access_token;
    },
    /** Enrolls an authenticator app. @returns the token of the session that verified it. */
    async enrollApp(token: string): Promise<string> {
      const json = async (path: string, body: object) => (await auth(path, token, body)).json();
      const { id, totp } = await json("/factors", { factor_type: "totp", friendly_name: "Phone" });
      const challenge = await json(`/factors/${id}/challenge`, {});
      const code = totpCode(totp.secret, totpStepAt(now()));
      const verified = await json(`/factors/${id}/verify`, { challenge_id: challenge.id, code });
      return verified.access_token;
    },
    isSignedIn: async (token: string) => (await auth("/user", token)).status === 200,
    ask: (token: string, path = "", method = "GET") =>
      app.request(`/api/own-sessions${path}`, { method, headers: { authorization: `Bearer ${token}` } }),
  };
}

test("lists the caller's sessions and ends one of them", async () => {
  const { createUser, signIn, isSignedIn, ask } = await createTestEnvironment();
  const user = await createUser("ada@client.example");
  const [token, otherToken] = [await signIn(user), await signIn(user)];
  const otherUser = await signIn(await createUser("grace@client.example"));
  expect((await ask("invalid")).status).toBe(401);
  const { sessions } = await (await ask(token)).json();
  expect(sessions.map((session: { current: boolean }) => session.current).sort()).toEqual([false, true]);
  const { id } = sessions.find((session: { current: boolean }) => !session.current);
  expect((await ask(otherUser, `/${id}`, "DELETE")).status).toBe(404);
  expect((await ask(token, "/nonsense", "DELETE")).status).toBe(404);
  expect(await isSignedIn(otherToken)).toBe(true);
  expect((await ask(token, `/${id}`, "DELETE")).status).toBe(200);
  expect(await isSignedIn(otherToken)).toBe(false);
  expect(await isSignedIn(token)).toBe(true);
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
  const rejected = await ask(token, `/${id}`, "DELETE");
  expect([rejected.status, (await rejected.json()).code]).toEqual([403, "reauthentication_needed"]);
  expect(await isSignedIn(otherToken)).toBe(true);
  currentTime = new Date(signedInAt.getTime() + 15 * 60_000);
  expect((await ask(token, `/${id}`, "DELETE")).status).toBe(200);
});

test("requires the second factor of callers who have one", async () => {
  const { createUser, signIn, enrollApp, isSignedIn, ask } = await createTestEnvironment();
  const user = await createUser("ada@client.example");
  const verified = await enrollApp(await signIn(user));
  const withPassword = await signIn(user);
  const { sessions } = await (await ask(verified)).json();
  const idWhere = (isCurrent: boolean) =>
    sessions.find(({ current }: { current: boolean }) => current === isCurrent).id;
  for (const [path, method] of [
    ["", "GET"],
    [`/${idWhere(true)}`, "DELETE"],
  ]) {
    const rejected = await ask(withPassword, path, method);
    expect([rejected.status, await rejected.json()]).toEqual([
      403,
      {
        success: false,
        code: "second_factor_required",
        error: "Complete two-factor authentication to continue.",
      },
    ]);
  }
  expect(await isSignedIn(verified)).toBe(true);
  expect((await ask(verified, `/${idWhere(false)}`, "DELETE")).status).toBe(200);
  expect(await isSignedIn(withPassword)).toBe(false);
});
