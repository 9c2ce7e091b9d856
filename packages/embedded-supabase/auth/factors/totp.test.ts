import { describe, expect, test } from "vitest";
import { newTotpSecret, totpCodeOf, totpStepAt, totpStepOfCode, totpUri } from "./totp.ts";

// "12345678901234567890" in base32, the secret of RFC 6238, appendix B.
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("codes of an authenticator app", () => {
  // The appendix prints eight digits; six-digit codes are their last six.
  test.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("at second %i the code is %s", (second, code) => {
    expect(totpCodeOf(secret, totpStepAt(new Date(second * 1000)))).toBe(code);
  });

  test("count in their own step and the two beside it", () => {
    const at = new Date("2026-11-01T12:00:10Z");
    const now = totpStepAt(at);
    const accepted = [-2, -1, 0, 1, 2].map((away) =>
      totpStepOfCode(secret, totpCodeOf(secret, now + away), at),
    );
    expect(accepted).toEqual([null, now - 1, now, now + 1, null]);
  });

  test("may be typed with a space", () => {
    const at = new Date(59_000);
    expect(totpStepOfCode(secret, "287 082", at)).toBe(1);
  });

  test.each(["", "28708", "2870820", "28708a", "٢٨٧٠٨٢", "-28708"])("%j is none", (code) => {
    expect(totpStepOfCode(secret, code, new Date(59_000))).toBeNull();
  });

  test("secrets hold 160 bits and differ", () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
  });

  test("the address for apps escapes whatever stands in it", () => {
    expect(totpUri("A & B", "ada@example.com", secret)).toBe(
      `otpauth://totp/A%20%26%20B:ada%40example.com?algorithm=SHA1&digits=6&issuer=A%20%26%20B&period=30&secret=${secret}`,
    );
  });
});
