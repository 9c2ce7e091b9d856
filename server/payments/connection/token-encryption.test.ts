import { createCipheriv } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createTokenCipher, type TokenBinding } from "./token-encryption.ts";

const createKey = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const binding: TokenBinding = { merchantId: "MERCHANT", column: "access_token_encrypted" };

describe("an encrypted token", () => {
  const cipher = createTokenCipher(createKey(1));

  test("can be decrypted with its own binding, and differs for each encryption", () => {
    const encrypted = [cipher.encrypt("EAAA-token", binding), cipher.encrypt("EAAA-token", binding)];
    expect(encrypted.map((ciphertext) => cipher.decrypt(ciphertext, cipher.keyId, binding))).toEqual([
      "EAAA-token",
      "EAAA-token",
    ]);
    expect(encrypted[0]?.equals(encrypted[1] ?? Buffer.alloc(0))).toBe(false);
    expect(encrypted[0]?.includes("EAAA")).toBe(false);
  });

  test("cannot be decrypted for another merchant or column", () => {
    const encrypted = cipher.encrypt("EAAA-token", binding);
    expect(() => cipher.decrypt(encrypted, cipher.keyId, { ...binding, merchantId: "OTHER" })).toThrow(
      "decrypted",
    );
    expect(() =>
      cipher.decrypt(encrypted, cipher.keyId, { ...binding, column: "refresh_token_encrypted" }),
    ).toThrow("decrypted");
  });

  test("cannot be decrypted after a single bit flip or a truncation", () => {
    const encrypted = cipher.encrypt("t", binding);
    for (let bit = 0; bit < encrypted.length * 8; bit += 1) {
      const corrupted = Buffer.from(encrypted);
      corrupted.writeUInt8(corrupted.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => cipher.decrypt(corrupted, cipher.keyId, binding)).toThrow("decrypted");
    }
    for (const length of [0, 11, 27, encrypted.length - 1]) {
      expect(() => cipher.decrypt(encrypted.subarray(0, length), cipher.keyId, binding)).toThrow("decrypted");
    }
  });

  test("can be decrypted with the previous key during a rotation, but with no other key", () => {
    const encrypted = cipher.encrypt("EAAA-token", binding);
    const rotatedCipher = createTokenCipher(createKey(2), createKey(1));
    expect(rotatedCipher.keyId).not.toBe(cipher.keyId);
    expect(rotatedCipher.decrypt(encrypted, cipher.keyId, binding)).toBe("EAAA-token");
    expect(() => createTokenCipher(createKey(2)).decrypt(encrypted, cipher.keyId, binding)).toThrow(
      "decrypted",
    );
    expect(() => rotatedCipher.decrypt(encrypted, null, binding)).toThrow("decrypted");
  });

  test("consists of a nonce, AES-256-GCM ciphertext and tag, with the merchant and column as authenticated data", () => {
    const nonce = Buffer.alloc(12, 7);
    const aesCipher = createCipheriv("aes-256-gcm", Buffer.alloc(32, 1), nonce);
    aesCipher.setAAD(Buffer.from('["MERCHANT","access_token_encrypted"]'));
    const encrypted = Buffer.concat([
      nonce,
      aesCipher.update("EAAA-token"),
      aesCipher.final(),
      aesCipher.getAuthTag(),
    ]);
    expect(cipher.decrypt(encrypted, cipher.keyId, binding)).toBe("EAAA-token");
  });
});
