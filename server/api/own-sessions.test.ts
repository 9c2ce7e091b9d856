import { Hono } from "hono";
import { expect, test } from "vitest";
import { totpCodeOf, totpStepAt } from "#embedded-supabase/auth/factors/totp.ts";
import { createEmbeddedSupabase } from "#embedded-supabase/index.ts";
import { ownSessions } from "#server/api/own-sessions.ts";
import { createDatabase } from "#server/database.ts";
import { answerError } from "#server/errors.ts";
import { createLog } from "#server/log.ts";
import { createSessions } from "#server/sessions.ts";
import { aDatabase } from "#tests/support/database.ts";

let at = new Date();
const now = () => at;

/** The address beside a real authentication service, which people sign in at. */
async function aHouse() {
  const { pool } = await aDatabase();
  const log = createLog("silent");
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
  app.onError(answerError(log));
  const sessions = createSessions(supabase.verifyAccessToken, async () => false);
  app.route("/", ownSessions({ database: createDatabase(pool), sessions, now }));
  return {
    async aPerson(email: string) {
      const person = { email, password: "a long enough passphrase" };
      const made = await auth("/admin/users", "secret", { ...person, email_confirm: true });
      expect(made.status).toBe(200);
      return person;
    },
    async signIn(person: object): Promise<string> {
      const answer = await auth("/token?grant_type=password", "secret", person);
      return ((await answer.json()) as { access_token: string }).access_token;
    },
    /** Enrols an authenticator app. @returns the token of the session that gave it. */
    async withApp(token: string): Promise<string> {
      const json = async (path: string, body: object) => (await auth(path, token, body)).json();
      const { id, totp } = await json("/factors", { factor_type: "totp", friendly_name: "Phone" });
      const challenge = await json(`/factors/${id}/challenge`, {});
      const code = totpCodeOf(totp.secret, totpStepAt(now()));
      const raised = await json(`/factors/${id}/verify`, { challenge_id: challenge.id, code });
      return raised.access_token;
    },
    isSignedIn: async (token: string) => (await auth("/user", token)).status === 200,
    ask: (token: string, path = "", method = "GET") =>
      app.request(`/api/own-sessions${path}`, { method, headers: { authorization: `Bearer ${token}` } }),
  };
}

test("a person sees their sessions and ends one of them", async () => {
  const { aPerson, signIn, isSignedIn, ask } = await aHouse();
  const person = await aPerson("ada@client.example");
  const [here, elsewhere] = [await signIn(person), await signIn(person)];
  const stranger = await signIn(await aPerson("grace@client.example"));
  expect((await ask("nobody's")).status).toBe(401);
  const { sessions } = await (await ask(here)).json();
  expect(sessions.map((session: { current: boolean }) => session.current).sort()).toEqual([false, true]);
  const { id } = sessions.find((session: { current: boolean }) => !session.current);
  expect((await ask(stranger, `/${id}`, "DELETE")).status).toBe(404);
  expect((await ask(here, "/nonsense", "DELETE")).status).toBe(404);
  expect(await isSignedIn(elsewhere)).toBe(true);
  expect((await ask(here, `/${id}`, "DELETE")).status).toBe(200);
  expect(await isSignedIn(elsewhere)).toBe(false);
  expect(await isSignedIn(here)).toBe(true);
});

test("a session whose sign-in is 15 minutes old shows the others, and ends none before a new sign-in", async () => {
  const { aPerson, signIn, isSignedIn, ask } = await aHouse();
  const person = await aPerson("ada@client.example");
  const [here, elsewhere] = [await signIn(person), await signIn(person)];
  const { sessions } = await (await ask(here)).json();
  const { id } = sessions.find((session: { current: boolean }) => !session.current);
  const signedInAt = at;
  at = new Date(signedInAt.getTime() + 15 * 60_000 + 1);
  expect((await ask(here)).status).toBe(200);
  const refused = await ask(here, `/${id}`, "DELETE");
  expect([refused.status, (await refused.json()).code]).toEqual([403, "reauthentication_needed"]);
  expect(await isSignedIn(elsewhere)).toBe(true);
  at = new Date(signedInAt.getTime() + 15 * 60_000);
  expect((await ask(here, `/${id}`, "DELETE")).status).toBe(200);
});

test("who has a second factor sees and ends sessions only once it was given", async () => {
  const { aPerson, signIn, withApp, isSignedIn, ask } = await aHouse();
  const person = await aPerson("ada@client.example");
  const raised = await withApp(await signIn(person));
  const withPassword = await signIn(person);
  const { sessions } = await (await ask(raised)).json();
  const idWhere = (isCurrent: boolean) =>
    sessions.find(({ current }: { current: boolean }) => current === isCurrent).id;
  for (const [path, method] of [
    ["", "GET"],
    [`/${idWhere(true)}`, "DELETE"],
  ]) {
    const refused = await ask(withPassword, path, method);
    expect([refused.status, await refused.json()]).toEqual([
      403,
      {
        success: false,
        code: "second_factor_required",
        error: "Please confirm your second factor first.",
      },
    ]);
  }
  expect(await isSignedIn(raised)).toBe(true);
  expect((await ask(raised, `/${idWhere(false)}`, "DELETE")).status).toBe(200);
  expect(await isSignedIn(withPassword)).toBe(false);
});
