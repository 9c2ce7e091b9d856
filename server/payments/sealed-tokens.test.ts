import { createCipheriv } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createTokenSeal, type SealedPlace } from "./sealed-tokens.ts";

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const place: SealedPlace = { merchantId: "MERCHANT", column: "access_token_sealed" };

describe("a sealed token", () => {
  const seal = createTokenSeal(key(1));

  test("opens in its own place and is never twice the same", () => {
    const sealed = [seal.seal("EAAA-token", place), seal.seal("EAAA-token", place)];
    expect(sealed.map((each) => seal.open(each, seal.keyId, place))).toEqual(["EAAA-token", "EAAA-token"]);
    expect(sealed[0]?.equals(sealed[1] ?? Buffer.alloc(0))).toBe(false);
    expect(sealed[0]?.includes("EAAA")).toBe(false);
  });

  test("opens nowhere else: not for another merchant, not from another column", () => {
    const sealed = seal.seal("EAAA-token", place);
    expect(() => seal.open(sealed, seal.keyId, { ...place, merchantId: "OTHER" })).toThrow("decrypted");
    expect(() => seal.open(sealed, seal.keyId, { ...place, column: "refresh_token_sealed" })).toThrow(
      "decrypted",
    );
  });

  test("does not open after any one bit was changed, nor when cut short", () => {
    const sealed = seal.seal("t", place);
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => seal.open(changed, seal.keyId, place)).toThrow("decrypted");
    }
    for (const length of [0, 11, 27, sealed.length - 1])
      expect(() => seal.open(sealed.subarray(0, length), seal.keyId, place)).toThrow("decrypted");
  });

  test("opens with the previous key during a rotation and with no other", () => {
    const sealed = seal.seal("EAAA-token", place);
    const rotated = createTokenSeal(key(2), key(1));
    expect(rotated.keyId).not.toBe(seal.keyId);
    expect(rotated.open(sealed, seal.keyId, place)).toBe("EAAA-token");
    expect(() => createTokenSeal(key(2)).open(sealed, seal.keyId, place)).toThrow("decrypted");
    expect(() => rotated.open(sealed, null, place)).toThrow("decrypted");
  });

  test("is nonce, ciphertext and tag of AES-256-GCM over merchant and column", () => {
    const nonce = Buffer.alloc(12, 7);
    const cipher = createCipheriv("aes-256-gcm", Buffer.alloc(32, 1), nonce);
    cipher.setAAD(Buffer.from('["MERCHANT","access_token_sealed"]'));
    const sealed = Buffer.concat([nonce, cipher.update("EAAA-token"), cipher.final(), cipher.getAuthTag()]);
    expect(seal.open(sealed, seal.keyId, place)).toBe("EAAA-token");
  });
});
