import { describe, expect, test } from "vitest";
import { ProviderError } from "#server/payments/provider-error.ts";
import { toProviderError } from "./square-errors.ts";

type ErrorDetails = { statusCode?: number; codes?: string[]; message?: string; name?: string };

/**
 * Creates an error with the properties of an SDK error. The product does not import the SDK's class because of its
 * size.
 */
function createSdkError({
  statusCode,
  codes = [],
  message = "failed",
  name = "SquareError",
}: ErrorDetails): Error {
  const errors = codes.map((code) => ({
    category: "API_ERROR",
    code,
    detail: "secret detail of sq0csp-secret",
  }));
  return Object.assign(new Error(message), {
    name,
    statusCode,
    errors,
    body: { access_token: "secret token" },
  });
}

function getErrorKind(details: ErrorDetails): string {
  const error = toProviderError(createSdkError(details));
  if (!(error instanceof ProviderError)) {
    throw new Error("not a ProviderError");
  }
  return error.kind;
}

describe("a failed request", () => {
  test.each([
    [401, "ACCESS_TOKEN_EXPIRED", "token-expired"],
    [401, "ACCESS_TOKEN_REVOKED", "access-revoked"],
    [401, "CLIENT_DISABLED", "access-revoked"],
    [401, "UNAUTHORIZED", "not-authorized"],
    [403, "INSUFFICIENT_SCOPES", "permission-missing"],
    [403, "FORBIDDEN", "permission-missing"],
    [404, "NOT_FOUND", "not-found"],
    [400, "INVALID_CURSOR", "stale-cursor"],
    [400, "MISSING_REQUIRED_PARAMETER", "rejected"],
    [408, "REQUEST_TIMEOUT", "timeout"],
    [429, "RATE_LIMITED", "rate-limited"],
    [500, "INTERNAL_SERVER_ERROR", "unreachable"],
    [502, "UNREADABLE_RESPONSE", "unreadable-response"],
    [503, "SERVICE_UNAVAILABLE", "unreachable"],
    [400, "constructor", "rejected"],
  ])("with status %i and code %s is “%s”", (statusCode, code, kind) => {
    expect(getErrorKind({ statusCode, codes: [code] })).toBe(kind);
  });

  test.each([
    [401, "not-authorized"],
    [403, "permission-missing"],
    [404, "not-found"],
    [418, "rejected"],
    [429, "rate-limited"],
    [504, "unreachable"],
  ])("with status %i and no code is “%s”", (statusCode, kind) => {
    expect(getErrorKind({ statusCode })).toBe(kind);
  });

  test("without a status is “timeout” or “unreachable”", () => {
    expect(getErrorKind({ message: "timeout" })).toBe("timeout");
    expect(getErrorKind({ name: "SquareTimeoutError", message: "Timeout exceeded when calling GET" })).toBe(
      "timeout",
    );
    expect(getErrorKind({ message: "fetch failed" })).toBe("unreachable");
  });

  test("is classified by the first of several codes", () => {
    expect(getErrorKind({ statusCode: 401, codes: ["ACCESS_TOKEN_REVOKED", "NOT_FOUND"] })).toBe(
      "access-revoked",
    );
  });
});

test("shows administrators our own message, and logs only the status and codes", () => {
  const error = toProviderError(
    createSdkError({ statusCode: 401, codes: ["ACCESS_TOKEN_EXPIRED", "UNAUTHORIZED"] }),
  );
  expect(error).toMatchObject({
    message: "The connection to Square has expired. Please reconnect.",
    cause: { message: "Square responded with 401 (ACCESS_TOKEN_EXPIRED, UNAUTHORIZED)" },
  });
  expect(JSON.stringify(error) + String((error as Error).cause)).not.toContain("secret");
});

test.each([
  ["a programming error", new TypeError("x is undefined")],
  ["a string", "failed"],
  ["undefined", undefined],
])("returns %s unchanged, because it does not come from Square", (_, error) => {
  expect(toProviderError(error)).toBe(error);
});

test("only a revoked authorization ends the connection", () => {
  expect(new ProviderError("access-revoked").endsConnection).toBe(true);
  for (const kind of ["token-expired", "not-authorized", "timeout", "permission-missing"] as const) {
    expect(new ProviderError(kind).endsConnection, kind).toBe(false);
  }
});
