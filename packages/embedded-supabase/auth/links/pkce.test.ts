import { createHash, randomBytes, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createTestDatabase, type TestDatabase } from "#src/test-support/test-database.ts";
import { withTransaction } from "../../transaction.ts";
import {
  type CodeChallenge,
  issueAuthCode,
  parseChallenge,
  pkceFields,
  redeemAuthCode,
  saveChallenge,
} from "./pkce.ts";

const AT = new Date("2026-03-02T09:00:00Z");
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
// RFC 7636, appendix B.
const CHALLENGE: CodeChallenge = { value: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", method: "s256" };

describe("the code challenge of a request", () => {
  test("is optional", () => {
    for (const body of [{}, { code_challenge: null, code_challenge_method: "" }]) {
      expect(parseChallenge(body)).toBeNull();
    }
  });

  test.each(["s256", "S256"])("accepts the method %s", (method) => {
    expect(parseChallenge({ code_challenge: CHALLENGE.value, code_challenge_method: method })).toEqual(
      CHALLENGE,
    );
  });

  test.each([
    [{ code_challenge: CHALLENGE.value }, "PKCE flow requires code_challenge_method and code_challenge"],
    [{ code_challenge_method: "s256" }, "PKCE flow requires code_challenge_method and code_challenge"],
    [{ code_challenge: CHALLENGE.value, code_challenge_method: "md5" }, "Invalid code challenge method"],
  ])("is rejected if it is incomplete or unknown: %j", (body, message) => {
    expect(() => parseChallenge(body)).toThrow(message);
  });

  // RFC 7636, section 4.2: 43 to 128 unreserved characters.
  test.each([
    "a".repeat(42),
    "a".repeat(129),
    `${"a".repeat(43)}+`,
    `${"a".repeat(43)} `,
    `${"a".repeat(42)}é`,
  ])("is rejected if it is malformed: %j", (value) => {
    expect(z.object(pkceFields).safeParse({ code_challenge: value }).success).toBe(false);
  });
});

describe("an authorization code", () => {
  let database: TestDatabase;
  const inTransaction: <T>(work: Parameters<typeof withTransaction<T>>[1]) => Promise<T> = (work) =>
    withTransaction(database.pool, work);

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  /** Saves a challenge for a new user and issues a code for it. */
  async function issueCode(challenge = CHALLENGE): Promise<{ userId: string; code: string }> {
    const [userId, tokenId] = [randomUUID(), randomUUID()];
    const code = await inTransaction(async (client) => {
      await saveChallenge(client, { tokenId, userId, purpose: "magiclink", challenge, at: AT });
      return issueAuthCode(client, tokenId, AT);
    });
    return { userId, code };
  }

  const redeem = (code: string, verifier = VERIFIER, at = AT) =>
    inTransaction((client) => redeemAuthCode(client, { code, verifier, at }));

  test("can be exchanged once, with the verifier from RFC 7636", async () => {
    const { userId, code } = await issueCode();
    expect(await redeem(code)).toEqual({ userId, method: "magiclink" });
    await expect(redeem(code)).rejects.toMatchObject({ status: 404, code: "flow_state_not_found" });
  });

  test("can be exchanged by only one of two concurrent requests", async () => {
    const { code } = await issueCode();
    const results = await Promise.allSettled([redeem(code), redeem(code)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("with the plain method requires the challenge itself as the verifier", async () => {
    const verifier = randomBytes(32).toString("base64url");
    const { userId, code } = await issueCode({ value: verifier, method: "plain" });
    expect(await redeem(code, verifier)).toMatchObject({ userId });
  });

  test.each([
    CHALLENGE.value,
    "",
    VERIFIER.toLowerCase(),
    `${VERIFIER}x`,
    "x".repeat(43),
  ])("is rejected, but stays valid, after the wrong verifier %j", async (verifier) => {
    const { userId, code } = await issueCode();
    await expect(redeem(code, verifier)).rejects.toMatchObject({ status: 400, code: "bad_code_verifier" });
    expect(await redeem(code)).toEqual({ userId, method: "magiclink" });
  });

  test("expires 5 minutes after it was issued", async () => {
    const secondsLater = (seconds: number) => new Date(AT.getTime() + seconds * 1000);
    expect(await redeem((await issueCode()).code, VERIFIER, secondsLater(299))).toHaveProperty("userId");
    expect(await redeem((await issueCode()).code, VERIFIER, secondsLater(300))).toMatchObject({
      error: { status: 422, code: "flow_state_expired" },
    });
  });

  test("stays valid after a newer request for the same user and purpose", async () => {
    const { userId, code } = await issueCode();
    const challenge: CodeChallenge = {
      value: createHash("sha256").update("other").digest("base64url"),
      method: "s256",
    };
    await inTransaction((client) =>
      saveChallenge(client, { tokenId: randomUUID(), userId, purpose: "magiclink", challenge, at: AT }),
    );
    expect(await redeem(code)).toEqual({ userId, method: "magiclink" });
  });

  test("requires a stored challenge", async () => {
    await expect(inTransaction((client) => issueAuthCode(client, randomUUID(), AT))).rejects.toMatchObject({
      code: "flow_state_not_found",
    });
  });

  test("cannot be derived from the stored value, before or after it is issued", async () => {
    const { userId, code } = await issueCode();
    const { rows } = await database.pool.query("select auth_code from auth.flow_state where user_id = $1", [
      userId,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].auth_code).not.toBe(code);
    await expect(redeem(rows[0].auth_code)).rejects.toMatchObject({ code: "flow_state_not_found" });
  });
});
