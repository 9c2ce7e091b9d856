import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { OWNER } from "#tests/support/a-firm-process.ts";
import { aProduct, type TestProduct } from "#tests/support/a-product.ts";

// The product's clock is handed to it, so it can jump without the machine's.
const HOUR = 3_600_000;
let shift = 0;
let product: TestProduct;

beforeAll(async () => {
  product = await aProduct(
    { DEMO: "false", ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password },
    { now: () => new Date(Date.now() + shift) },
  );
});
afterAll(() => product.stop());
beforeEach(() => {
  shift = 0;
});

async function begin() {
  const { publishableKey } = (await (await fetch(`${product.url}/api/config`)).json()) as {
    publishableKey: string;
  };
  const headers = { apikey: publishableKey, "content-type": "application/json" };
  const token = async (grant: string, body: object) => {
    const answer = await fetch(`${product.url}/auth/v1/token?grant_type=${grant}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return {
      status: answer.status,
      ...((await answer.json()) as { access_token: string; refresh_token: string }),
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

test.each([60_000, -60_000])("a skew of %s ms signs nobody out", async (skew) => {
  const { read, session } = await begin();
  shift = skew;
  expect(await read(session.access_token)).toBe(200);
});

test.each([
  2 * HOUR,
  24 * HOUR,
])("%s ms later no token is accepted after its time, and the refresh token brings people back", async (jump) => {
  const { token, read, session } = await begin();
  shift = jump;
  expect(await read(session.access_token)).toBe(401);
  const refreshed = await token("refresh_token", { refresh_token: session.refresh_token });
  expect(refreshed.status).toBe(200);
  expect(await read(refreshed.access_token)).toBe(200);
});

test.each([
  -2 * HOUR,
  -24 * HOUR,
])("a clock set back by %s ms lets people sign in, and on again when it is right", async (jump) => {
  const { token, read, session } = await begin();
  shift = jump;
  const meanwhile = await token("password", OWNER);
  expect(meanwhile.status).toBe(200);
  shift = 0;
  expect(await read(session.access_token)).toBe(200);
  expect((await token("refresh_token", { refresh_token: session.refresh_token })).status).toBe(200);
});
