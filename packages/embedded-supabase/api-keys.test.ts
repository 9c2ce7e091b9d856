import { Hono } from "hono";
import { expect, test } from "vitest";
import { parseCredentials, type RequestCredentials } from "./api-keys.ts";

const PUBLISHABLE = "sb_publishable_test";
const SECRET = "sb_secret_test";
const ANON = { role: "anon", token: null };
const SERVICE = { role: "service_role", token: null };

async function parse(headers: Record<string, string>): Promise<RequestCredentials | null> {
  const app = new Hono().get("/", (context) =>
    context.json(parseCredentials(context, { publishableKey: PUBLISHABLE, secretKey: SECRET })),
  );
  const response = await app.request("/", { headers });
  return response.json();
}

// See https://supabase.com/docs/guides/api/api-keys
test.each([
  [PUBLISHABLE, ANON],
  [SECRET, SERVICE],
])("the apikey header %s alone determines the role", async (apikey, expected) => {
  expect(await parse({ apikey })).toEqual(expected);
});

test("accepts one key in both headers, as supabase-js sends it before sign-in", async () => {
  expect(await parse({ apikey: PUBLISHABLE, authorization: `Bearer ${PUBLISHABLE}` })).toEqual(ANON);
  expect(await parse({ apikey: SECRET, authorization: `Bearer ${SECRET}` })).toEqual(SERVICE);
});

test("uses the more privileged of two keys", async () => {
  expect(await parse({ apikey: PUBLISHABLE, authorization: `Bearer ${SECRET}` })).toEqual(SERVICE);
  expect(await parse({ apikey: SECRET, authorization: `Bearer ${PUBLISHABLE}` })).toEqual(SERVICE);
});

test("a user's token takes precedence over the key, so that row policies apply", async () => {
  for (const apikey of [PUBLISHABLE, SECRET]) {
    expect(await parse({ apikey, authorization: "Bearer a.b.c" })).toEqual({ role: "user", token: "a.b.c" });
  }
});

test("rejects a user's token without a valid API key", async () => {
  expect(await parse({ authorization: "Bearer a.b.c" })).toBeNull();
  expect(await parse({ apikey: "sb_publishable_other", authorization: "Bearer a.b.c" })).toBeNull();
});

test.each([
  "",
  "sb_secret_tes",
  "sb_secret_test2",
  "SB_SECRET_TEST",
  "sb_secret_test,sb_publishable_test",
  "null",
])("rejects the API key %j", async (apikey) => {
  expect(await parse({ apikey })).toBeNull();
  expect(await parse({ apikey, authorization: "Bearer a.b.c" })).toBeNull();
});

test("returns null without credentials", async () => {
  expect(await parse({})).toBeNull();
});

test.each([
  `Basic ${SECRET}`,
  SECRET,
  `Bearer${SECRET}`,
  "Bearer",
  "Bearer ",
  `Bearer ${SECRET} x`,
])("ignores the Authorization header %j, which is not a bearer token", async (authorization) => {
  expect(await parse({ apikey: PUBLISHABLE, authorization })).toEqual(ANON);
});

// RFC 7235, section 2.1: the scheme is case-insensitive.
test.each([
  `bearer ${SECRET}`,
  `BEARER ${SECRET}`,
  `Bearer   ${SECRET}`,
])("accepts %j as a bearer token", async (authorization) => {
  expect(await parse({ apikey: PUBLISHABLE, authorization })).toEqual(SERVICE);
});
