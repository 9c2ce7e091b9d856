import { describe, expect, test, vi } from "vitest";
import { restError } from "#src/test-support/rest-error.ts";
import { type Caller, claimsAtLevel, resolveCaller } from "./caller.ts";

const NOW = new Date("2026-03-02T09:00:00Z");
const CLAIMS = { role: "authenticated", session_id: "s1", sub: "ada", aal: "aal2" } as const;
const rejectToken = async () => null;

/** Creates an unsigned token. */
const createToken = (payload: object | string) => {
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  return `header.${Buffer.from(text).toString("base64url")}.signature`;
};

describe("the caller of a request", () => {
  test.each(["anon", "service_role"] as const)("has the role of the %s key and no session", async (role) => {
    const verify = vi.fn(rejectToken);
    const caller = await resolveCaller({ role, token: null }, verify, NOW);
    expect(caller).toEqual({ role, claims: JSON.stringify({ role }), session: null });
    expect(verify).not.toHaveBeenCalled();
  });

  test("is authenticated by a valid token, and policies get all of its claims", async () => {
    const caller = await resolveCaller({ role: "user", token: "a.b.c" }, async () => CLAIMS, NOW);
    expect(caller).toMatchObject({ role: "authenticated", session: { id: "s1", userId: "ada" } });
    expect(JSON.parse(caller.claims)).toEqual(CLAIMS);
  });

  // docs/backend.md: the only supported role in a token is `authenticated`.
  test("cannot get another role through token metadata", async () => {
    const claims = { ...CLAIMS, app_metadata: { role: "admin" }, user_metadata: { role: "service_role" } };
    expect((await resolveCaller({ role: "user", token: "a.b.c" }, async () => claims, NOW)).role).toBe(
      "authenticated",
    );
  });
});

// See https://docs.postgrest.org/en/stable/references/errors.html#group-3-jwt
describe("an invalid token", () => {
  const resolve = (token: string) => resolveCaller({ role: "user", token }, rejectToken, NOW);

  test.each([
    ["abc", "Expected 3 parts in JWT; got 1"],
    ["a.b", "Expected 3 parts in JWT; got 2"],
    ["a.b.c.d", "Expected 3 parts in JWT; got 4"],
  ])("rejects %s and reports the number of parts", async (token, message) => {
    await expect(resolve(token)).rejects.toThrow(restError(401, "PGRST301", { message }));
  });

  test("reports an expired token as expired, so that clients refresh it", async () => {
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
  ])("reports an invalid signature for a token without a readable expiry: %s", async (token) => {
    await expect(resolve(token)).rejects.toThrow(
      restError(401, "PGRST301", { message: "No suitable key or wrong key type" }),
    );
  });

  test("reports the error in the WWW-Authenticate header without the token", async () => {
    const error = await resolve('x"\r\nSet-Cookie: a=b').catch((reason) => reason);
    expect(error.headers["WWW-Authenticate"]).toBe(
      'Bearer error="invalid_token", error_description="Expected 3 parts in JWT; got 1"',
    );
  });
});

describe("the claims of a transaction", () => {
  const caller: Caller = {
    role: "authenticated",
    claims: JSON.stringify(CLAIMS),
    session: { id: "s1", userId: "ada" },
  };

  test("keeps the token's claims while the session has the same level", () => {
    expect(claimsAtLevel(caller, "aal2")).toBe(caller.claims);
  });

  test("lowers the claims after the second factor is removed", () => {
    expect(JSON.parse(claimsAtLevel(caller, "aal1"))).toEqual({ ...CLAIMS, aal: "aal1" });
  });

  test("never raises the claims of an older token", () => {
    const earlierCaller = { ...caller, claims: JSON.stringify({ ...CLAIMS, aal: "aal1" }) };
    expect(claimsAtLevel(earlierCaller, "aal2")).toBe(earlierCaller.claims);
  });

  test("rejects the token after the session has ended", () => {
    expect(() => claimsAtLevel(caller, null)).toThrow(restError(401, "PGRST303"));
  });
});
