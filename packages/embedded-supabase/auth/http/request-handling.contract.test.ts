import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmbeddedSupabase } from "#src/index.ts";
import { silentLog } from "#src/log.ts";
import { AUTH_TARGETS, startTestBackend, type TestBackend } from "#src/test-support/test-backend.ts";

// The comment above a test names its source: a page under https://supabase.com/docs/guides/, a Go test of supabase/auth
// (internal/api), or "Project choice" with the reason.
describe.each(AUTH_TARGETS)("request handling on $name", (target) => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend(await target.database(), { rateLimitScale: 1000 });
  });
  afterAll(() => backend.close());

  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const bodies: [string, string | Uint8Array<ArrayBuffer>][] = [
    ["truncated JSON", '{"email":'],
    ["a NUL", '{"email":"a\\u0000@example.com","password":"long enough"}'],
    ["a lone surrogate", '{"email":"a@example.com","password":"\\ud800 long enough"}'],
    ["a NUL in a key", '{"email":"a@example.com","user_metadata":{"a\\u0000":1}}'],
    ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ["deep nesting", `{"email":"a@example.com","user_metadata":{"a":${nested(10_000)}}}`],
    ["an array", "[]"],
    ["null", "null"],
    ["wrong types", '{"email":{"like":"%"},"password":7,"refresh_token":[]}'],
    ["a prototype override", '{"__proto__":{"email":"a@example.com"},"password":{"toString":1}}'],
    ["an oversized body", JSON.stringify({ email: "a@example.com", password: "x".repeat(70_000) })],
    [
      "an oversized email",
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

  // See Supabase docs, auth/debugging/error-codes: bad_json, validation_failed; no body may cause a 500.
  test.each(bodies)("responds with a client error to %s", async (_name, body) => {
    for (const [method, path] of endpoints) {
      const response = await fetch(`${backend.url}/auth/v1${path}`, {
        method,
        headers: { apikey: backend.secretKey, "content-type": "application/json" },
        body,
      });
      expect([400, 404, 413, 415, 422], `${method} ${path}`).toContain(response.status);
      expect(Object.keys(await response.json())).toEqual(
        expect.arrayContaining(["code", "error_code", "msg"]),
      );
    }
  });

  // Project choice: every body must be JSON.
  test("rejects other content types", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
    ]) {
      const response = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: { apikey: backend.publishableKey, "content-type": type },
        body: '{"email":"a@example.com","password":"x"}',
      });
      expect(response.status).toBe(415);
    }
  });

  test.each([
    "?grant_type=",
    "?grant_type=pkce",
    "?grant_type[]=password",
    "?grant_type=%00",
    "",
    "?grant_type=id_token",
  ])("rejects the grant %j", async (query) => {
    const response = await fetch(`${backend.url}/auth/v1/token${query}`, {
      method: "POST",
      headers: { apikey: backend.publishableKey },
    });
    expect(response.status).toBe(400);
  });

  test.each([
    "?page=0",
    "?page=-1",
    "?per_page=x",
    "?page=99999999999999999999",
    "?page=1;drop",
  ])("rejects the page %j", async (query) => {
    const response = await fetch(`${backend.url}/auth/v1/admin/users${query}`, {
      headers: { apikey: backend.secretKey },
    });
    expect(response.status).toBe(400);
  });

  // Project choice, in the error format of auth/debugging/error-codes.
  test("returns an uncached 404 error for unknown endpoints", async () => {
    const response = await fetch(`${backend.url}/auth/v1/saml/metadata`, {
      headers: { apikey: backend.publishableKey },
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 404, error_code: "not_found" });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  // resend_test.go, TestResendValidation.
  test("rejects a resend request with both an address and a phone number", async () => {
    const response = await fetch(`${backend.url}/auth/v1/resend`, {
      method: "POST",
      body: JSON.stringify({ type: "signup", email: "a@example.com", phone: "+15555550100" }),
      headers: { apikey: backend.publishableKey, "content-type": "application/json" },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error_code: "validation_failed",
      msg: "Only an email address or phone number should be provided.",
    });
  });

  // See Supabase docs, auth/debugging/error-codes: feature_disabled.
  test("reports that the OAuth server is disabled", async () => {
    const response = await fetch(`${backend.url}/auth/v1/admin/oauth/clients`, {
      headers: { apikey: backend.secretKey },
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error_code: "feature_disabled" });
  });

  // auth-js sends these headers in cross-origin requests (lib/fetch.ts, lib/constants.ts).
  test("allows cross-origin requests with supabase-js's headers", async () => {
    const response = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
      method: "OPTIONS",
      headers: {
        origin: "https://app.example",
        "access-control-request-method": "POST",
        "access-control-request-headers":
          "apikey,authorization,content-type,x-client-info,x-supabase-api-version,x-own-header",
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    const allowed = response.headers.get("access-control-allow-headers")?.toLowerCase() ?? "";
    // On Supabase, any header is allowed.
    const names = ["apikey", "authorization", "x-client-info", "x-supabase-api-version", "x-own-header"];
    for (const name of names) {
      expect(allowed).toContain(name);
    }
  });
});

// Project choice: return 503 with `Retry-After` (RFC 9110, section 15.6.4).
test("returns 503 with Retry-After when the database is unavailable", async () => {
  const unreachablePool = new pg.Pool({ host: "/nonexistent", user: "app_owner", database: "app" });
  const { app } = await createEmbeddedSupabase({
    pool: unreachablePool,
    publicUrl: "http://localhost",
    publishableKey: "publishable",
    secretKey: "secret",
    now: () => new Date(),
    rateLimitScale: 1,
    clientAddress: () => "127.0.0.1",
    log: silentLog,
  });
  const response = await app.request("/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: { apikey: "publishable", "content-type": "application/json" },
    body: JSON.stringify({ email: "a@example.com", password: "long enough" }),
  });
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("2");
});
