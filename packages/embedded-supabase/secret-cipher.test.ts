import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createSecretCipher } from "./secret-cipher.ts";

const [oldKey, newKey] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
const [factor, otherFactor] = [randomUUID(), randomUUID()];
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test("decrypts a secret for its factor, and the ciphertext does not contain it", () => {
  const cipher = createSecretCipher(newKey);
  const encrypted = cipher.encrypt(SECRET, factor);
  expect(encrypted).not.toContain(SECRET);
  expect(cipher.encrypt(SECRET, factor)).not.toBe(encrypted);
  expect(cipher.decrypt(encrypted, factor)).toEqual({ secret: SECRET, isStale: false });
});

test("fails to decrypt for another factor, with another key, or after modification", () => {
  const cipher = createSecretCipher(newKey);
  const encrypted = cipher.encrypt(SECRET, factor);
  expect(() => cipher.decrypt(encrypted, otherFactor)).toThrow();
  expect(() => createSecretCipher(oldKey).decrypt(encrypted, factor)).toThrow(
    "encrypted with an unknown key",
  );
  const { data, ...rest } = JSON.parse(encrypted);
  const modified = Buffer.from(data, "base64");
  modified[0] = (modified[0] ?? 0) ^ 1;
  expect(() =>
    cipher.decrypt(JSON.stringify({ ...rest, data: modified.toString("base64") }), factor),
  ).toThrow();
});

test("decrypts with the previous key and reports the secret as stale", () => {
  const encrypted = createSecretCipher(oldKey).encrypt(SECRET, factor);
  expect(createSecretCipher(newKey, oldKey).decrypt(encrypted, factor)).toEqual({
    secret: SECRET,
    isStale: true,
  });
});

test("treats a JSON Web Key as plain text", () => {
  const jwk = JSON.stringify({ kty: "EC", d: "private" });
  expect(createSecretCipher(newKey).decrypt(jwk, factor)).toEqual({ secret: jwk, isStale: true });
});

test("stores plain text without a key, and reports it as stale when a key is added", () => {
  const stored = createSecretCipher(undefined).encrypt(SECRET, factor);
  expect(stored).toBe(SECRET);
  expect(createSecretCipher(undefined).decrypt(stored, factor)).toEqual({ secret: SECRET, isStale: false });
  expect(createSecretCipher(newKey).decrypt(stored, factor)).toEqual({ secret: SECRET, isStale: true });
});
