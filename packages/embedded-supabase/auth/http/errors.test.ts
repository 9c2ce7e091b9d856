import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { describe, expect, test } from "vitest";
import { AuthError, handleError } from "./errors.ts";

/** Sends a request to an endpoint that throws `error`. Returns the response and what was logged. */
async function respondTo(error: unknown, headers: Record<string, string> = {}) {
  const logged: { level: string; fields: object; message: string }[] = [];
  const logAt = (level: string) => (fields: object, message: string) =>
    void logged.push({ level, fields, message });
  const log = { debug: logAt("debug"), info: logAt("info"), warn: logAt("warn"), error: logAt("error") };
  const app = new Hono();
  app.get("/user", async (context) => handleError(context, error, log));
  const response = await app.request("/user", { headers });
  return { status: response.status, headers: response.headers, body: await response.json(), logged };
}

const databaseError = (code: string) => Object.assign(new Error(`relation "auth.users" failed`), { code });

// See https://supabase.com/docs/guides/auth/debugging/error-codes
describe("the format of an error", () => {
  const error = new AuthError(422, "weak_password", "Password is too short.", {
    extra: { weak_password: { reasons: ["length"] } },
  });

  test("since API version 2024-01-01 has the code in `code`", async () => {
    const { body, headers } = await respondTo(error, { "x-supabase-api-version": "2024-01-01" });
    expect(body).toEqual({
      code: "weak_password",
      message: "Password is too short.",
      weak_password: { reasons: ["length"] },
    });
    expect(headers.get("x-supabase-api-version")).toBe("2024-01-01");
  });

  test.each([
    undefined,
    "",
    "2023-12-31",
    "latest",
    "2024",
    "9999-99-99x",
  ])("for the API version %j has the status in `code`", async (version) => {
    const { body, headers } = await respondTo(error, version ? { "x-supabase-api-version": version } : {});
    expect(body).toMatchObject({ code: 422, error_code: "weak_password", msg: "Password is too short." });
    expect(headers.get("x-supabase-api-version")).toBeNull();
  });

  test("has its code in a header and includes the error's own headers", async () => {
    const limited = new AuthError(429, "over_request_rate_limit", "Slow down", {
      headers: { "Retry-After": "30" },
    });
    const { status, headers } = await respondTo(limited);
    expect([status, headers.get("x-sb-error-code"), headers.get("retry-after")]).toEqual([
      429,
      "over_request_rate_limit",
      "30",
    ]);
  });
});

describe("database errors", () => {
  // 08: connection, 53: resources, 57: shutdown and timeout, 40: conflicts, 25006: read-only replica, 55P03: lock
  // timeout.
  test.each([
    "08006",
    "53300",
    "53100",
    "57014",
    "57P01",
    "57P03",
    "40001",
    "40P01",
    "25006",
    "55P03",
    "ECONNREFUSED",
  ])("that are transient (%s) return 503 with Retry-After", async (code) => {
    const { status, headers, body } = await respondTo(databaseError(code));
    expect([status, headers.get("retry-after"), body.error_code]).toEqual([503, "2", "request_timeout"]);
  });

  test.each([
    "timeout exceeded when trying to connect",
    "Connection terminated unexpectedly",
    "Client has encountered a connection error and is not queryable",
    "Query read timeout",
  ])("from the driver return 503: %s", async (message) => {
    expect((await respondTo(new Error(message))).status).toBe(503);
  });

  test.each(["22001", "22P02", "22021"])("caused by an invalid value (%s) return 400", async (code) => {
    expect(await respondTo(databaseError(code))).toMatchObject({
      status: 400,
      body: { error_code: "validation_failed" },
      logged: [],
    });
  });

  test.each([
    "42P01",
    "42501",
    "23502",
    "XX000",
  ])("caused by a server fault (%s) return 500", async (code) => {
    expect(await respondTo(databaseError(code))).toMatchObject({
      status: 500,
      body: { error_code: "unexpected_failure" },
    });
  });
});

// OWASP ASVS 5.0, 16.5.1: a generic message for unexpected errors.
test.each([
  databaseError("42P01"),
  new TypeError("user.id is undefined"),
  "a text",
  null,
  undefined,
])("an unexpected error is logged with its cause, and the response does not reveal it: %s", async (error) => {
  const { status, body, logged } = await respondTo(error);
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toMatch(/auth\.users|user\.id|text|at /);
  expect(logged).toEqual([
    { level: "error", fields: { err: error, method: "GET", path: "/user" }, message: "Auth request failed" },
  ]);
});

test("an expected error is not logged, and a deliberate 503 is logged as a warning without a stack trace", async () => {
  expect((await respondTo(new AuthError(400, "invalid_credentials", "Invalid"))).logged).toEqual([]);
  expect((await respondTo(new AuthError(503, "request_timeout", "Too many users"))).logged).toEqual([
    { level: "warn", fields: { path: "/user", status: 503 }, message: "Too many users" },
  ]);
});

test("an error from the HTTP framework keeps its status", async () => {
  expect(await respondTo(new HTTPException(413, { message: "Payload Too Large" }))).toMatchObject({
    status: 413,
    body: { error_code: "validation_failed" },
  });
});
