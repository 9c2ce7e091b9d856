import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createSecretSeal } from "./secret-seal.ts";

const [oldKey, newKey] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
const [factor, other] = [randomUUID(), randomUUID()];
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test("a sealed secret opens for its factor, and shows nothing of itself", () => {
  const seal = createSecretSeal(newKey);
  const sealed = seal.seal(secret, factor);
  expect(sealed).not.toContain(secret);
  expect(seal.seal(secret, factor)).not.toBe(sealed);
  expect(seal.open(sealed, factor)).toEqual({ secret, isStale: false });
});

test("it does not open for another factor, with another key, or changed", () => {
  const seal = createSecretSeal(newKey);
  const sealed = seal.seal(secret, factor);
  expect(() => seal.open(sealed, other)).toThrow();
  expect(() => createSecretSeal(oldKey).open(sealed, factor)).toThrow("sealed with a key that is not here");
  const { data, ...rest } = JSON.parse(sealed);
  const changed = Buffer.from(data, "base64");
  changed[0] = (changed[0] ?? 0) ^ 1;
  expect(() => seal.open(JSON.stringify({ ...rest, data: changed.toString("base64") }), factor)).toThrow();
});

test("after a change of keys the previous one still opens, and the secret is to be sealed anew", () => {
  const sealed = createSecretSeal(oldKey).seal(secret, factor);
  expect(createSecretSeal(newKey, oldKey).open(sealed, factor)).toEqual({ secret, isStale: true });
});

test("without a key the secret lies open; a key that comes later wants it sealed", () => {
  const stored = createSecretSeal(undefined).seal(secret, factor);
  expect(stored).toBe(secret);
  expect(createSecretSeal(undefined).open(stored, factor)).toEqual({ secret, isStale: false });
  expect(createSecretSeal(newKey).open(stored, factor)).toEqual({ secret, isStale: true });
});
