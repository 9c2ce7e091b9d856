import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  callApi,
  connectSeller,
  createTestSimulator,
  createWebhookListener,
  exchangeCode,
  READ_SCOPES,
  REDIRECT_URL,
  submitConsent,
} from "../test-support/test-simulator.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CLIENT = { authorization: "Client sandbox-sq0csb-test" };

test("redirects with a code and the state on allow, and with an error on deny", async () => {
  const simulator = createTestSimulator({ seed: "empty" });
  const allowed = await submitConsent(simulator, "allow");
  expect(allowed.href.startsWith(REDIRECT_URL)).toBe(true);
  expect(allowed.searchParams.get("code")).toMatch(/^sq0cgb-/);
  expect(allowed.searchParams.get("response_type")).toBe("code");
  expect(allowed.searchParams.get("state")).toBe("the-state");
  const denied = await submitConsent(simulator, "deny");
  expect(Object.fromEntries(denied.searchParams)).toEqual({
    error: "access_denied",
    error_description: "user_denied",
    state: "the-state",
  });
  await simulator.close();
});

test("rejects an unknown application or an unregistered redirect URL without redirecting", async () => {
  const simulator = createTestSimulator({ seed: "empty" });
  for (const query of [
    "client_id=unknown",
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

test("a code is single-use, valid for five minutes, and bound to the redirect URL and the secret", async () => {
  const simulator = createTestSimulator({ seed: "empty" });
  const requestCode = async (fields = {}) =>
    (await submitConsent(simulator, "allow", fields)).searchParams.get("code") ?? "";
  const code = await requestCode();
  expect((await exchangeCode(simulator, code, { client_secret: "wrong" })).status).toBe(401);
  expect((await exchangeCode(simulator, code)).status).toBe(200);
  const again = await exchangeCode(simulator, code);
  expect(again.status).toBe(401);
  expect(again.body.type).toBe("service.not_authorized");
  simulator.setBehavior({ tokenErrors: "list" });
  expect((await exchangeCode(simulator, code)).body.errors[0].code).toBe("UNAUTHORIZED");

  const boundCode = await requestCode({ redirect_uri: REDIRECT_URL });
  expect((await exchangeCode(simulator, boundCode)).status).toBe(401);
  expect((await exchangeCode(simulator, boundCode, { redirect_uri: REDIRECT_URL })).status).toBe(200);

  const expiredCode = await requestCode();
  await simulator.advanceClock(5 * MINUTE_MS);
  expect((await exchangeCode(simulator, expiredCode)).status).toBe(401);
  await simulator.close();
});

test("a refresh keeps the refresh token and the earlier access token valid", async () => {
  const simulator = createTestSimulator({ seed: "empty" });
  const code = (await submitConsent(simulator, "allow")).searchParams.get("code") ?? "";
  const first = (await exchangeCode(simulator, code)).body;
  const refresh = { grant_type: "refresh_token", refresh_token: first.refresh_token, code: undefined };
  const second = (await exchangeCode(simulator, "", refresh)).body;
  expect(second.refresh_token).toBe(first.refresh_token);
  expect(second.access_token).not.toBe(first.access_token);
  for (const { access_token } of [first, second]) {
    expect((await callApi(simulator, "/v2/locations", { token: access_token })).status).toBe(200);
  }
  await simulator.advanceClock(30 * DAY_MS);
  const expired = await callApi(simulator, "/v2/locations", { token: second.access_token });
  expect([expired.status, expired.body.errors[0].code]).toEqual([401, "ACCESS_TOKEN_EXPIRED"]);
  expect((await exchangeCode(simulator, "", refresh)).status).toBe(200);
  await simulator.close();
});

test("with PKCE, the verifier replaces the secret and a refresh token is single-use", async () => {
  const simulator = createTestSimulator({ seed: "empty" });
  const verifier = "a-code-verifier-with-at-least-forty-three-characters";
  const code_challenge = createHash("sha256").update(verifier).digest("base64url");
  const code = (await submitConsent(simulator, "allow", { code_challenge })).searchParams.get("code") ?? "";
  const body = { client_id: "sandbox-sq0idb-test", grant_type: "authorization_code", code };
  const wrong = await callApi(simulator, "/oauth2/token", { body: { ...body, code_verifier: "another" } });
  expect(wrong.status).toBe(401);
  const right = await callApi(simulator, "/oauth2/token", { body: { ...body, code_verifier: verifier } });
  expect(right.status).toBe(200);
  const refresh = {
    client_id: "sandbox-sq0idb-test",
    grant_type: "refresh_token",
    refresh_token: right.body.refresh_token,
  };
  const renewed = await callApi(simulator, "/oauth2/token", { body: refresh });
  expect(renewed.body.refresh_token).not.toBe(right.body.refresh_token);
  expect((await callApi(simulator, "/oauth2/token", { body: refresh })).status).toBe(401);
  await simulator.close();
});

test("revoking requires the secret, revokes all tokens and emits an event", async () => {
  const listener = createWebhookListener();
  const webhook = { url: "http://localhost:3000/api/square/webhook", signatureKey: "key" };
  const simulator = createTestSimulator({ seed: "empty", webhook, deliver: listener.deliver });
  const token = await connectSeller(simulator);
  const body = { client_id: "sandbox-sq0idb-test", access_token: token };
  expect((await callApi(simulator, "/oauth2/revoke", { body, token })).status).toBe(401);
  expect((await callApi(simulator, "/oauth2/revoke", { body, headers: CLIENT })).body).toEqual({
    success: true,
  });
  const after = await callApi(simulator, "/v2/locations", { token });
  expect([after.status, after.body.errors[0].code]).toEqual([401, "ACCESS_TOKEN_REVOKED"]);
  await simulator.settled();
  expect(listener.received.map(({ event }) => event.type)).toEqual(["oauth.authorization.revoked"]);
  expect(listener.received[0]?.event.data.object?.revocation?.revoker_type).toBe("APPLICATION");
  await simulator.close();
});

test("rejects operations whose scope is missing, and the token status lists the granted scopes", async () => {
  const simulator = createTestSimulator();
  const token = await connectSeller(simulator, READ_SCOPES.replace("CUSTOMERS_READ ", ""));
  const rejected = await callApi(simulator, "/v2/customers", { token });
  expect([rejected.status, rejected.body.errors[0].code]).toEqual([403, "INSUFFICIENT_SCOPES"]);
  expect((await callApi(simulator, "/v2/merchants", { token })).status).toBe(200);
  const status = await callApi(simulator, "/oauth2/token/status", { token, method: "POST" });
  expect(status.body.scopes).not.toContain("CUSTOMERS_READ");
  expect((await callApi(simulator, "/v2/merchants")).body.errors[0].code).toBe("UNAUTHORIZED");
  expect((await callApi(simulator, "/v2/merchants", { token: "EAAAnonsense" })).body.errors[0].code).toBe(
    "UNAUTHORIZED",
  );
  await simulator.close();
});
