import { describe, expect, test } from "vitest";
import { createSquareEnvironment, type SquareEnvironment } from "#tests/support/square/square-environment.ts";

const CACHE_MS = 60_000;

/** Creates a connected environment that counts token checks. `checks.respond` replaces Square's response. */
async function createCheckedEnvironment() {
  const checks = { count: 0, respond: null as (() => Promise<Response>) | null };
  const environment: SquareEnvironment = await createSquareEnvironment({
    payments: {
      fetch: async (input, init) => {
        if (!new URL(String(input)).pathname.endsWith("/oauth2/token/status")) {
          return environment.simulator.api(input, init);
        }
        checks.count += 1;
        return checks.respond ? checks.respond() : environment.simulator.api(input, init);
      },
    },
  });
  await environment.connect();
  checks.count = 0;
  const readStatus = async () =>
    (await environment.request("/api/oauth/square?action=status", { as: "administrator" })).json();
  const expireCache = () => {
    environment.clock.now = new Date(environment.clock.now.getTime() + CACHE_MS);
  };
  return { environment, checks, readStatus, expireCache };
}

const rejectToken = async () =>
  Response.json(
    { errors: [{ category: "AUTHENTICATION_ERROR", code: "UNAUTHORIZED", detail: "Invalid token" }] },
    { status: 401 },
  );

test("reports a rejected token with the reason, and recovers when Square accepts it again", async () => {
  const { checks, readStatus, expireCache, environment } = await createCheckedEnvironment();
  checks.respond = rejectToken;
  const reason = "Square rejected the connection's access token. Please reconnect.";
  expect(await readStatus()).toMatchObject({
    connected: false,
    reason,
    last_error: reason,
    merchant_id: environment.simulator.state().merchant.id,
  });
  checks.respond = null;
  expireCache();
  expect(await readStatus()).toMatchObject({ connected: true, reason: null, last_error: null });
});

test("reports that the token belongs to another merchant", async () => {
  const { checks, readStatus } = await createCheckedEnvironment();
  checks.respond = async () => Response.json({ merchant_id: "ANOTHER", scopes: [] });
  expect(await readStatus()).toMatchObject({
    connected: false,
    reason: "Square returned a different account. Please reconnect.",
  });
});

test.each([
  ["a network error", () => Promise.reject(new TypeError("fetch failed"))],
  ["a server error", async () => new Response("down", { status: 503 })],
  ["a rate limit", async () => Response.json({ errors: [{ code: "RATE_LIMITED" }] }, { status: 429 })],
])("does not treat %s as a rejection", async (_, respond) => {
  const { checks, readStatus } = await createCheckedEnvironment();
  checks.respond = respond;
  expect(await readStatus()).toMatchObject({ connected: true, reason: null });
});

test("checks the token at most once per minute, and again after a failed call or a new token", async () => {
  const { checks, readStatus, expireCache, environment } = await createCheckedEnvironment();
  await Promise.all([readStatus(), readStatus()]);
  await readStatus();
  expect(checks.count).toBe(1);
  expireCache();
  await readStatus();
  expect(checks.count).toBe(2);
  await environment.pool.query("update private.provider_connections set last_error = 'rejected'");
  await readStatus();
  expect(checks.count).toBe(3);
  await environment.connect();
  checks.count = 0;
  await readStatus();
  expect(checks.count).toBe(1);
});

describe("an expired token", () => {
  const MONTH_MS = 31 * 86_400_000;
  const createExpiredEnvironment = async () => {
    const checked = await createCheckedEnvironment();
    checked.environment.clock.now = new Date(checked.environment.clock.now.getTime() + MONTH_MS);
    await checked.environment.simulator.advanceClock(0);
    return checked;
  };
  const failRenewal = ({ simulator }: SquareEnvironment) =>
    simulator.addFault({ kind: "server-error", status: 503, operation: "ObtainToken", times: 1 });

  test("is renewed immediately", async () => {
    const { readStatus, environment } = await createExpiredEnvironment();
    const tokenCount = Object.keys(environment.simulator.state().tokens).length;
    const [first, second] = await Promise.all([readStatus(), readStatus()]);
    expect(first).toMatchObject({ connected: true, reason: null, last_error: null });
    expect(second).toEqual(first);
    expect(Object.keys(environment.simulator.state().tokens)).toHaveLength(tokenCount + 1);
  });

  test("is reported as not renewed while Square is unavailable, and renewed after a minute", async () => {
    const { readStatus, environment, expireCache } = await createExpiredEnvironment();
    failRenewal(environment);
    const reason = "We couldn't renew access to Square. We couldn't reach Square.";
    expect(await readStatus()).toMatchObject({ connected: false, reason, last_error: reason });
    expect(await readStatus()).toMatchObject({ connected: false, reason });
    expireCache();
    expect(await readStatus()).toMatchObject({ connected: true, reason: null });
  });

  test("ends the connection if Square rejects its renewal", async () => {
    const { readStatus, environment } = await createExpiredEnvironment();
    environment.simulator.change(({ state }) => {
      for (const token of Object.values(state.tokens)) {
        token.refreshRevoked = true;
      }
    });
    expect(await readStatus()).toMatchObject({
      connected: false,
      reason: "The connection to Square has expired. Please reconnect.",
      merchant_id: null,
    });
  });
});
