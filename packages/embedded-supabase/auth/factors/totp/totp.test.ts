import { describe, expect, test } from "vitest";
import { findTotpStep, generateTotpSecret, totpCode, totpStepAt, totpUri } from "./totp.ts";

// "12345678901234567890" in base32, the secret of RFC 6238, appendix B.
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("TOTP", () => {
  // The appendix lists eight-digit codes. Their last six digits are the six-digit codes.
  test.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("at second %i, generates the code %s", (second, code) => {
    expect(totpCode(SECRET, totpStepAt(new Date(second * 1000)))).toBe(code);
  });

  test("accepts codes from the current and the two adjacent time steps", () => {
    const at = new Date("2026-11-01T12:00:10Z");
    const now = totpStepAt(at);
    const accepted = [-2, -1, 0, 1, 2].map((offset) =>
      findTotpStep(SECRET, totpCode(SECRET, now + offset), at),
    );
    expect(accepted).toEqual([null, now - 1, now, now + 1, null]);
  });

  test("ignores spaces in a code", () => {
    const at = new Date(59_000);
    expect(findTotpStep(SECRET, "287 082", at)).toBe(1);
  });

  test.each(["", "28708", "2870820", "28708a", "٢٨٧٠٨٢", "-28708"])("rejects %j", (code) => {
    expect(findTotpStep(SECRET, code, new Date(59_000))).toBeNull();
  });

  test("generates a different 160-bit secret each time", () => {
    expect(generateTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(generateTotpSecret()).not.toBe(generateTotpSecret());
  });

  test("escapes the issuer and account in the URI", () => {
    expect(totpUri("A & B", "ada@example.com", SECRET)).toBe(
      `otpauth://totp/A%20%26%20B:ada%40example.com?algorithm=SHA1&digits=6&issuer=A%20%26%20B&period=30&secret=${SECRET}`,
    );
  });
});
