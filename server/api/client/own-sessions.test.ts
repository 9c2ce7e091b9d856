import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { createOwnSessionRoutes } from "#server/api/client/own-sessions.ts";
import { createRecentSignInRoutes } from "#server/api/client/recent-sign-in.ts";
import { createSignedInUsers } from "#tests/support/product/signed-in-users.ts";

let currentTime = new Date();
const now = () => currentTime;

async function createTestEnvironment() {
  const users = await createSignedInUsers([createOwnSessionRoutes, createRecentSignInRoutes], now);
  return {
    ...users,
    checkRecentSignIn: (token: string) => users.ask(token, "/api/recent-sign-in"),
    ask: (token: string, path = "", method = "GET") => users.ask(token, `/api/own-sessions${path}`, method),
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
  const { sub } = decodeJwt(await signIn(await createUser("grace@client.example")));
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
