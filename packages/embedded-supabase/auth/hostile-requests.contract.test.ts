import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmbeddedSupabase } from "#embedded-supabase/index.ts";
import { silentLog } from "#embedded-supabase/log.ts";
import { aBackend, type Backend, contractTargets } from "#tests/support/contract.ts";

// What each expectation comes from stands above it: pages below https://supabase.com/docs/guides/, Go tests of
// supabase/auth (internal/api), or "ours" where we chose, and why.
describe.each(contractTargets)("hostile requests on $name", (target) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await aBackend(await target.database(), { rateLimitScale: 1000 });
  });
  afterAll(() => backend.close());

  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const bodies: [string, string | Uint8Array<ArrayBuffer>][] = [
    ["half a body", '{"email":'],
    ["a NUL", '{"email":"a\\u0000@example.com","password":"long enough"}'],
    ["half a surrogate pair", '{"email":"a@example.com","password":"\\ud800 long enough"}'],
    ["a NUL in a key", '{"email":"a@example.com","user_metadata":{"a\\u0000":1}}'],
    ["bytes that are not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ["deep nesting", `{"email":"a@example.com","user_metadata":{"a":${nested(10_000)}}}`],
    ["a list", "[]"],
    ["null", "null"],
    ["wrong types", '{"email":{"like":"%"},"password":7,"refresh_token":[]}'],
    ["a prototype", '{"__proto__":{"email":"a@example.com"},"password":{"toString":1}}'],
    ["too much", JSON.stringify({ email: "a@example.com", password: "x".repeat(70_000) })],
    [
      "an endless address",
      JSON.stringify({ email: `${"a".repeat(5000)}@example.com`, password: "long enough" }),
    ],
  ];
  const endpoints = [
    ["POST", "/token?grant_type=password"],
    ["POST", "/token?grant_type=refresh_token"],
    ["POST", "/token?grant_type=pkce"],
    ["POST", "/recover"],
    ["POST", "/otp"],
    ["POST", "/resend"],
    ["POST", "/verify"],
    ["POST", "/invite"],
    ["POST", "/admin/generate_link"],
    ["POST", "/admin/users"],
    ["PUT", "/admin/users/00000000-0000-4000-8000-000000000000"],
  ] as const;

  // auth/debugging/error-codes: bad_json, validation_failed; no hostile body may cause a 500.
  test.each(bodies)("%s is answered as the sender's mistake", async (_name, body) => {
    for (const [method, path] of endpoints) {
      const answer = await fetch(`${backend.url}/auth/v1${path}`, {
        method,
        headers: { apikey: backend.secretKey, "content-type": "application/json" },
        body,
      });
      expect([400, 404, 413, 415, 422], `${method} ${path}`).toContain(answer.status);
      expect(Object.keys(await answer.json())).toEqual(expect.arrayContaining(["code", "error_code", "msg"]));
    }
  });

  // Ours: every body is JSON.
  test("another content type is refused", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
    ]) {
      const answer = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: { apikey: backend.publishableKey, "content-type": type },
        body: '{"email":"a@example.com","password":"x"}',
      });
      expect(answer.status).toBe(415);
    }
  });

  test.each([
    "?grant_type=",
    "?grant_type=pkce",
    "?grant_type[]=password",
    "?grant_type=%00",
    "",
    "?grant_type=id_token",
  ])("the grant %j is refused", async (query) => {
    const answer = await fetch(`${backend.url}/auth/v1/token${query}`, {
      method: "POST",
      headers: { apikey: backend.publishableKey },
    });
    expect(answer.status).toBe(400);
  });

  test.each([
    "?page=0",
    "?page=-1",
    "?per_page=x",
    "?page=99999999999999999999",
    "?page=1;drop",
  ])("the page %j is refused", async (query) => {
    const answer = await fetch(`${backend.url}/auth/v1/admin/users${query}`, {
      headers: { apikey: backend.secretKey },
    });
    expect(answer.status).toBe(400);
  });

  // Ours, in the shape of auth/debugging/error-codes.
  test("addresses we do not have answer 404 in the known shape, and nothing is cached", async () => {
    const answer = await fetch(`${backend.url}/auth/v1/saml/metadata`, {
      headers: { apikey: backend.publishableKey },
    });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 404, error_code: "not_found" });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  // auth-js asks across origins with these headers (lib/fetch.ts, lib/constants.ts).
  test("another origin's page may ask, with the headers supabase-js sends", async () => {
    const answer = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
      method: "OPTIONS",
      headers: {
        origin: "https://app.example",
        "access-control-request-method": "POST",
        "access-control-request-headers":
          "apikey,authorization,content-type,x-client-info,x-supabase-api-version",
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    const allowed = answer.headers.get("access-control-allow-headers")?.toLowerCase() ?? "";
    for (const name of ["apikey", "authorization", "x-client-info", "x-supabase-api-version"]) {
      expect(allowed).toContain(name);
    }
  });
});

// Ours: RFC 9110, section 15.6.4, 503 with Retry-After.
test("with the database away the answer is 503, and when to ask again", async () => {
  const away = new pg.Pool({ host: "/nowhere", user: "app_owner", database: "app" });
  const { app } = await createEmbeddedSupabase({
    pool: away,
    publicUrl: "http://localhost",
    publishableKey: "publishable",
    secretKey: "secret",
    now: () => new Date(),
    rateLimitScale: 1,
    clientAddress: () => "127.0.0.1",
    log: silentLog,
  });
  const answer = await app.request("/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: { apikey: "publishable", "content-type": "application/json" },
    body: JSON.stringify({ email: "a@example.com", password: "long enough" }),
  });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("2");
});
