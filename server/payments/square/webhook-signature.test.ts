import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { verifyWebhookSignature } from "./webhook-signature.ts";

type Vector = {
  name: string;
  signature_key: string;
  notification_url: string;
  body: string;
  signature: string;
  valid: boolean;
};

// Signature vectors published by Square, shared with the tests of the simulator.
const file = new URL(
  "../../../packages/square-simulator/square-openapi/webhook.signature-vectors.json",
  import.meta.url,
);
const vectors: Vector[] = JSON.parse(readFileSync(file, "utf8"));

test.each(vectors)("$name: $valid", (vector) => {
  const check = (keys: string[]) =>
    verifyWebhookSignature(Buffer.from(vector.body), vector.signature, vector.notification_url, keys);
  expect(check([vector.signature_key])).toBe(vector.valid);
  expect(check(["the new key", vector.signature_key])).toBe(vector.valid);
  expect(check(["the new key"])).toBe(false);
  expect(check([])).toBe(false);
});

const KEY = "the-signature-key";
const NOTIFICATION_URL = "https://portal.firm.example/api/square/webhook";
const BODY = Buffer.from('{"merchant_id":"M1","type":"invoice.updated"}');
const sign = (body: Uint8Array = BODY, url = NOTIFICATION_URL, key = KEY) =>
  createHmac("sha256", key).update(url).update(body).digest("base64");

test.each<[string, string | undefined]>([
  ["no signature", undefined],
  ["an empty signature", ""],
  ["the signature of another URL", sign(BODY, "https://portal.firm.example/api/square/webhook/")],
  ["the signature of another body", sign(Buffer.from("{}"))],
  ["the signature with another key", sign(BODY, NOTIFICATION_URL, "another-key")],
  ["the signature with an empty key", sign(BODY, NOTIFICATION_URL, "")],
  ["a hexadecimal signature", Buffer.from(sign(), "base64").toString("hex")],
  ["a URL-safe signature", Buffer.from(sign(), "base64").toString("base64url")],
  ["a signature with surrounding spaces", ` ${sign()} `],
  ["a signature without padding", sign().replace(/=+$/, "")],
  ["a truncated signature", sign().slice(0, 20)],
  ["two signatures", `${sign()},${sign()}`],
  ["a very long signature", sign().repeat(10_000)],
])("rejects %s", (_, signature) => {
  expect(verifyWebhookSignature(BODY, signature, NOTIFICATION_URL, [KEY, "previous-key"])).toBe(false);
});

test("accepts the current and the previous key during a rotation", () => {
  const keys = [KEY, "previous-key"];
  for (const key of keys) {
    expect(verifyWebhookSignature(BODY, sign(BODY, NOTIFICATION_URL, key), NOTIFICATION_URL, keys)).toBe(
      true,
    );
  }
});

test("rejects the signature after any change of the body, such as different formatting", () => {
  const reformatted = Buffer.from(JSON.stringify(JSON.parse(BODY.toString()), null, 2));
  expect(verifyWebhookSignature(reformatted, sign(), NOTIFICATION_URL, [KEY])).toBe(false);
  fc.assert(
    fc.property(fc.nat(BODY.length - 1), fc.integer({ min: 1, max: 255 }), (position, change) => {
      const changed = Buffer.from(BODY);
      changed.writeUInt8(changed.readUInt8(position) ^ change, position);
      expect(verifyWebhookSignature(changed, sign(), NOTIFICATION_URL, [KEY])).toBe(false);
    }),
  );
});

test("verifies the bytes of any body, including invalid UTF-8", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (body) => {
      expect(verifyWebhookSignature(body, sign(body), NOTIFICATION_URL, [KEY])).toBe(true);
    }),
  );
});
