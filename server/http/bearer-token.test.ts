import { Hono } from "hono";
import { expect, test } from "vitest";
import { hasBearerToken } from "./bearer-token.ts";

const TOKEN = "metrics-token-0123456789";

async function isAccepted(authorization?: string): Promise<boolean> {
  const app = new Hono().get("/", (context) => context.json(hasBearerToken(context, TOKEN)));
  const response = await app.request("/", authorization === undefined ? {} : { headers: { authorization } });
  return response.json();
}

test("accepts the token", async () => {
  expect(await isAccepted(`Bearer ${TOKEN}`)).toBe(true);
});

test.each([
  ["no header", undefined],
  ["an empty header", ""],
  ["no token", "Bearer "],
  ["no scheme", TOKEN],
  ["another scheme", `Basic ${TOKEN}`],
  ["another token", "Bearer metrics-token-0123456780"],
  ["the beginning of the token", `Bearer ${TOKEN.slice(0, -1)}`],
  ["additional text", `Bearer ${TOKEN}x`],
  ["two tokens", `Bearer ${TOKEN} ${TOKEN}`],
  ["another case", `Bearer ${TOKEN.toUpperCase()}`],
])("rejects %s", async (_, authorization) => {
  expect(await isAccepted(authorization)).toBe(false);
});
