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
])("the apikey %s alone has its role", async (apikey, expected) => {
  expect(await parse({ apikey })).toEqual(expected);
});

test("supabase-js sends its key in both headers until a user signs in", async () => {
  expect(await parse({ apikey: PUBLISHABLE, authorization: `Bearer ${PUBLISHABLE}` })).toEqual(ANON);
  expect(await parse({ apikey: SECRET, authorization: `Bearer ${SECRET}` })).toEqual(SERVICE);
});

test("of two keys, the one with more rights applies", async () => {
  expect(await parse({ apikey: PUBLISHABLE, authorization: `Bearer ${SECRET}` })).toEqual(SERVICE);
  expect(await parse({ apikey: SECRET, authorization: `Bearer ${PUBLISHABLE}` })).toEqual(SERVICE);
});

test("a user's token takes precedence over the key, so that row policies apply", async () => {
  for (const apikey of [PUBLISHABLE, SECRET]) {
    expect(await parse({ apikey, authorization: "Bearer a.b.c" })).toEqual({ role: "user", token: "a.b.c" });
  }
});

test("a user's token requires a valid key", async () => {
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
])("the key %j is invalid", async (apikey) => {
  expect(await parse({ apikey })).toBeNull();
  expect(await parse({ apikey, authorization: "Bearer a.b.c" })).toBeNull();
});

test("no header at all is no credential", async () => {
  expect(await parse({})).toBeNull();
});

test.each([
  `Basic ${SECRET}`,
  SECRET,
  `Bearer${SECRET}`,
  "Bearer",
  "Bearer ",
  `Bearer ${SECRET} x`,
])("the authorization %j is not a bearer token", async (authorization) => {
  expect(await parse({ apikey: PUBLISHABLE, authorization })).toEqual(ANON);
});

// RFC 7235, section 2.1: the scheme is case-insensitive.
test.each([
  `bearer ${SECRET}`,
  `BEARER ${SECRET}`,
  `Bearer   ${SECRET}`,
])("%j is a bearer token", async (authorization) => {
  expect(await parse({ apikey: PUBLISHABLE, authorization })).toEqual(SERVICE);
});
