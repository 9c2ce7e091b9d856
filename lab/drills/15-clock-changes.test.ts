import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { OWNER } from "#tests/support/product/firm-process.ts";
import { fetchPublicConfig } from "#tests/support/product/session.ts";
import { startTestProduct, type TestProduct } from "#tests/support/product/test-product.ts";

// The product receives its clock as a parameter, so a test can shift it without changing the system clock.
const HOUR_MS = 3_600_000;
let clockShiftMs = 0;
let product: TestProduct;

beforeAll(async () => {
  product = await startTestProduct(
    { DEMO: "false", ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password },
    { now: () => new Date(Date.now() + clockShiftMs) },
  );
});
afterAll(() => product.stop());
beforeEach(() => {
  clockShiftMs = 0;
});

async function signIn() {
  const { publishableKey } = await fetchPublicConfig(product.url);
  const headers = { apikey: publishableKey, "content-type": "application/json" };
  const token = async (grant: string, body: object) => {
    const response = await fetch(`${product.url}/auth/v1/token?grant_type=${grant}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      ...((await response.json()) as { access_token: string; refresh_token: string }),
    };
  };
  const read = async (accessToken: string) =>
    (
      await fetch(`${product.url}/rest/v1/clients?select=id`, {
        headers: { ...headers, authorization: `Bearer ${accessToken}` },
      })
    ).status;
  return { token, read, session: await token("password", OWNER) };
}

test.each([60_000, -60_000])("keeps users signed in with a clock skew of %s ms", async (skew) => {
  const { read, session } = await signIn();
  clockShiftMs = skew;
  expect(await read(session.access_token)).toBe(200);
});

test.each([
  2 * HOUR_MS,
  24 * HOUR_MS,
])("rejects expired access tokens after %s ms and accepts the refresh token", async (jump) => {
  const { token, read, session } = await signIn();
  clockShiftMs = jump;
  expect(await read(session.access_token)).toBe(401);
  const refreshed = await token("refresh_token", { refresh_token: session.refresh_token });
  expect(refreshed.status).toBe(200);
  expect(await read(refreshed.access_token)).toBe(200);
});

test.each([
  -2 * HOUR_MS,
  -24 * HOUR_MS,
])("sign-in works with a clock shifted by %s ms and after it is corrected", async (jump) => {
  const { token, read, session } = await signIn();
  clockShiftMs = jump;
  const shiftedSignIn = await token("password", OWNER);
  expect(shiftedSignIn.status).toBe(200);
  clockShiftMs = 0;
  expect(await read(session.access_token)).toBe(200);
  expect((await token("refresh_token", { refresh_token: session.refresh_token })).status).toBe(200);
});
