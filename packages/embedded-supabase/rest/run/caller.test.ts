import { describe, expect, test, vi } from "vitest";
import { restError } from "#src/test-support/rest-error.ts";
import { type Caller, claimsAtLevel, resolveCaller } from "./caller.ts";

const NOW = new Date("2026-03-02T09:00:00Z");
const CLAIMS = { role: "authenticated", session_id: "s1", sub: "ada", aal: "aal2" } as const;
const reject = async () => null;

/** An unsigned token with the payload. */
const createToken = (payload: object | string) => {
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  return `header.${Buffer.from(text).toString("base64url")}.signature`;
};

describe("the caller of a request", () => {
  test.each([
    "anon",
    "service_role",
  ] as const)("with the key of %s has its role and no session", async (role) => {
    const verify = vi.fn(reject);
    const caller = await resolveCaller({ role, token: null }, verify, NOW);
    expect(caller).toEqual({ role, claims: JSON.stringify({ role }), sessionId: null });
    expect(verify).not.toHaveBeenCalled();
  });

  test("with a valid token is signed in, and policies get all its claims", async () => {
    const caller = await resolveCaller({ role: "user", token: "a.b.c" }, async () => CLAIMS, NOW);
    expect(caller).toMatchObject({ role: "authenticated", sessionId: "s1" });
    expect(JSON.parse(caller.claims)).toEqual(CLAIMS);
  });

  // docs/backend.md: roles other than `authenticated` from a token are not supported.
  test("cannot become another role through the claims of a token", async () => {
    const claims = { ...CLAIMS, app_metadata: { role: "admin" }, user_metadata: { role: "service_role" } };
    expect((await resolveCaller({ role: "user", token: "a.b.c" }, async () => claims, NOW)).role).toBe(
      "authenticated",
    );
  });
});

// See https://docs.postgrest.org/en/stable/references/errors.html#group-3-jwt
describe("an invalid token", () => {
  const resolve = (token: string) => resolveCaller({ role: "user", token }, reject, NOW);

  test.each([
    ["abc", "Expected 3 parts in JWT; got 1"],
    ["a.b", "Expected 3 parts in JWT; got 2"],
    ["a.b.c.d", "Expected 3 parts in JWT; got 4"],
  ])("%s is rejected with the number of its parts", async (token, message) => {
    await expect(resolve(token)).rejects.toThrow(restError(401, "PGRST301", { message }));
  });

  test("that has expired is reported as expired, so that clients refresh it", async () => {
    const expiry = NOW.getTime() / 1000;
    await expect(resolve(createToken({ exp: expiry }))).rejects.toThrow(restError(401, "PGRST303"));
    await expect(resolve(createToken({ exp: expiry + 1 }))).rejects.toThrow(restError(401, "PGRST301"));
  });

  test.each([
    createToken("not json"),
    createToken("null"),
    createToken("[]"),
    createToken({}),
    createToken({ exp: "1" }),
    createToken({ exp: null }),
    "..",
    "é.é.é",
  ])("without a readable expiry is rejected as wrongly signed: %s", async (token) => {
    await expect(resolve(token)).rejects.toThrow(
      restError(401, "PGRST301", { message: "No suitable key or wrong key type" }),
    );
  });

  test("is reported in the WWW-Authenticate header too, and the header does not contain the token", async () => {
    const error = await resolve('x"\r\nSet-Cookie: a=b').catch((reason) => reason);
    expect(error.headers["WWW-Authenticate"]).toBe(
      'Bearer error="invalid_token", error_description="Expected 3 parts in JWT; got 1"',
    );
  });
});

describe("the claims of a transaction", () => {
  const caller: Caller = { role: "authenticated", claims: JSON.stringify(CLAIMS), sessionId: "s1" };

  test("are those of the token while the session has its level", () => {
    expect(claimsAtLevel(caller, "aal2")).toBe(caller.claims);
  });

  test("are lowered when the second factor of the session was removed", () => {
    expect(JSON.parse(claimsAtLevel(caller, "aal1"))).toEqual({ ...CLAIMS, aal: "aal1" });
  });

  test("are never raised: an elevated session has new tokens", () => {
    const earlierCaller = { ...caller, claims: JSON.stringify({ ...CLAIMS, aal: "aal1" }) };
    expect(claimsAtLevel(earlierCaller, "aal2")).toBe(earlierCaller.claims);
  });

  test("do not exist after the session has ended", () => {
    expect(() => claimsAtLevel(caller, null)).toThrow(restError(401, "PGRST303"));
  });
});
