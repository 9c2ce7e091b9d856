import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  aListener,
  aSimulator,
  call,
  connected,
  decide,
  exchange,
  READ_SCOPES,
  REDIRECT_URL,
} from "../test-support/a-simulator.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CLIENT = { authorization: "Client sandbox-sq0csb-test" };

test("allowing sends the seller back with a code and the state; denying says so", async () => {
  const simulator = aSimulator({ seed: "empty" });
  const allowed = await decide(simulator, "allow");
  expect(allowed.href.startsWith(REDIRECT_URL)).toBe(true);
  expect(allowed.searchParams.get("code")).toMatch(/^sq0cgb-/);
  expect(allowed.searchParams.get("response_type")).toBe("code");
  expect(allowed.searchParams.get("state")).toBe("the-state");
  const denied = await decide(simulator, "deny");
  expect(Object.fromEntries(denied.searchParams)).toEqual({
    error: "access_denied",
    error_description: "user_denied",
    state: "the-state",
  });
  await simulator.close();
});

test("an unknown application or an unregistered address is refused without a redirect", async () => {
  const simulator = aSimulator({ seed: "empty" });
  for (const query of [
    "client_id=somebody-else",
    "client_id=sandbox-sq0idb-test&redirect_uri=https://evil.example/",
    `client_id=sandbox-sq0idb-test&redirect_uri=${encodeURIComponent(`${REDIRECT_URL}/`)}`,
    "client_id=sandbox-sq0idb-test&scope=EVERYTHING",
  ]) {
    const response = await simulator.app.request(`/oauth2/authorize?${query}`);
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
  }
  await simulator.close();
});

test("a code works once, for five minutes, with the same redirect address and the secret", async () => {
  const simulator = aSimulator({ seed: "empty" });
  const codeOf = async (fields = {}) =>
    (await decide(simulator, "allow", fields)).searchParams.get("code") ?? "";
  const code = await codeOf();
  expect((await exchange(simulator, code, { client_secret: "wrong" })).status).toBe(401);
  expect((await exchange(simulator, code)).status).toBe(200);
  const again = await exchange(simulator, code);
  expect(again.status).toBe(401);
  expect(again.body.type).toBe("service.not_authorized");
  simulator.behave({ tokenErrors: "list" });
  expect((await exchange(simulator, code)).body.errors[0].code).toBe("UNAUTHORIZED");

  const bound = await codeOf({ redirect_uri: REDIRECT_URL });
  expect((await exchange(simulator, bound)).status).toBe(401);
  expect((await exchange(simulator, bound, { redirect_uri: REDIRECT_URL })).status).toBe(200);

  const late = await codeOf();
  await simulator.advanceClock(5 * MINUTE_MS);
  expect((await exchange(simulator, late)).status).toBe(401);
  await simulator.close();
});

test("a refresh returns the same refresh token and leaves the earlier access token alive", async () => {
  const simulator = aSimulator({ seed: "empty" });
  const code = (await decide(simulator, "allow")).searchParams.get("code") ?? "";
  const first = (await exchange(simulator, code)).body;
  const refresh = { grant_type: "refresh_token", refresh_token: first.refresh_token, code: undefined };
  const second = (await exchange(simulator, "", refresh)).body;
  expect(second.refresh_token).toBe(first.refresh_token);
  expect(second.access_token).not.toBe(first.access_token);
  for (const { access_token } of [first, second]) {
    expect((await call(simulator, "/v2/locations", { token: access_token })).status).toBe(200);
  }
  await simulator.advanceClock(30 * DAY_MS);
  const expired = await call(simulator, "/v2/locations", { token: second.access_token });
  expect([expired.status, expired.body.errors[0].code]).toEqual([401, "ACCESS_TOKEN_EXPIRED"]);
  expect((await exchange(simulator, "", refresh)).status).toBe(200);
  await simulator.close();
});

test("with PKCE the verifier replaces the secret and a refresh token works once", async () => {
  const simulator = aSimulator({ seed: "empty" });
  const verifier = "a-verifier-that-is-long-enough-to-be-believed-in";
  const code_challenge = createHash("sha256").update(verifier).digest("base64url");
  const code = (await decide(simulator, "allow", { code_challenge })).searchParams.get("code") ?? "";
  const body = { client_id: "sandbox-sq0idb-test", grant_type: "authorization_code", code };
  const wrong = await call(simulator, "/oauth2/token", { body: { ...body, code_verifier: "another" } });
  expect(wrong.status).toBe(401);
  const right = await call(simulator, "/oauth2/token", { body: { ...body, code_verifier: verifier } });
  expect(right.status).toBe(200);
  const refresh = {
    client_id: "sandbox-sq0idb-test",
    grant_type: "refresh_token",
    refresh_token: right.body.refresh_token,
  };
  const renewed = await call(simulator, "/oauth2/token", { body: refresh });
  expect(renewed.body.refresh_token).not.toBe(right.body.refresh_token);
  expect((await call(simulator, "/oauth2/token", { body: refresh })).status).toBe(401);
  await simulator.close();
});

test("revoking needs the secret, ends every token and is announced", async () => {
  const listener = aListener();
  const webhook = { url: "http://localhost:3000/api/square/webhook", signatureKey: "key" };
  const simulator = aSimulator({ seed: "empty", webhook, deliver: listener.deliver });
  const token = await connected(simulator);
  const body = { client_id: "sandbox-sq0idb-test", access_token: token };
  expect((await call(simulator, "/oauth2/revoke", { body, token })).status).toBe(401);
  expect((await call(simulator, "/oauth2/revoke", { body, headers: CLIENT })).body).toEqual({
    success: true,
  });
  const after = await call(simulator, "/v2/locations", { token });
  expect([after.status, after.body.errors[0].code]).toEqual([401, "ACCESS_TOKEN_REVOKED"]);
  await simulator.settled();
  expect(listener.heard.map(({ event }) => event.type)).toEqual(["oauth.authorization.revoked"]);
  expect(listener.heard[0]?.event.data.object?.revocation?.revoker_type).toBe("APPLICATION");
  await simulator.close();
});

test("a missing scope is refused for its operations only, and the status tells what was granted", async () => {
  const simulator = aSimulator();
  const token = await connected(simulator, READ_SCOPES.replace("CUSTOMERS_READ ", ""));
  const refused = await call(simulator, "/v2/customers", { token });
  expect([refused.status, refused.body.errors[0].code]).toEqual([403, "INSUFFICIENT_SCOPES"]);
  expect((await call(simulator, "/v2/merchants", { token })).status).toBe(200);
  const status = await call(simulator, "/oauth2/token/status", { token, method: "POST" });
  expect(status.body.scopes).not.toContain("CUSTOMERS_READ");
  expect((await call(simulator, "/v2/merchants")).body.errors[0].code).toBe("UNAUTHORIZED");
  expect((await call(simulator, "/v2/merchants", { token: "EAAAnonsense" })).body.errors[0].code).toBe(
    "UNAUTHORIZED",
  );
  await simulator.close();
});
