import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { verifyWebhookSignature } from "./webhook-signature.ts";

type SignatureVector = {
  name: string;
  signature_key: string;
  notification_url: string;
  body: string;
  signature: string;
  valid: boolean;
};

// Signature test vectors published by Square, shared with the simulator's tests.
const vectorsUrl = new URL(
  "../../../packages/square-simulator/square-openapi/webhook.signature-vectors.json",
  import.meta.url,
);
const vectors: SignatureVector[] = JSON.parse(readFileSync(vectorsUrl, "utf8"));

test.each(vectors)("verifies Square's test vector “$name” as $valid", (vector) => {
  const verifyWithKeys = (keys: string[]) =>
    verifyWebhookSignature(Buffer.from(vector.body), vector.signature, vector.notification_url, keys);
  expect(verifyWithKeys([vector.signature_key])).toBe(vector.valid);
  expect(verifyWithKeys(["the new key", vector.signature_key])).toBe(vector.valid);
  expect(verifyWithKeys(["the new key"])).toBe(false);
  expect(verifyWithKeys([])).toBe(false);
});

const KEY = "the-signature-key";
const NOTIFICATION_URL = "https://portal.firm.example/api/square/webhook";
const BODY = Buffer.from('{"merchant_id":"M1","type":"invoice.updated"}');
const sign = (body: Uint8Array = BODY, url = NOTIFICATION_URL, key = KEY) =>
  createHmac("sha256", key).update(url).update(body).digest("base64");

test.each<[string, string | undefined]>([
  ["no signature", undefined],
  ["an empty signature", ""],
  ["a signature for another URL", sign(BODY, "https://portal.firm.example/api/square/webhook/")],
  ["a signature for another body", sign(Buffer.from("{}"))],
  ["a signature with another key", sign(BODY, NOTIFICATION_URL, "another-key")],
  ["a signature with an empty key", sign(BODY, NOTIFICATION_URL, "")],
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

test("rejects the signature after any change to the body, such as different formatting", () => {
  const reformatted = Buffer.from(JSON.stringify(JSON.parse(BODY.toString()), null, 2));
  expect(verifyWebhookSignature(reformatted, sign(), NOTIFICATION_URL, [KEY])).toBe(false);
  fc.assert(
    fc.property(fc.nat(BODY.length - 1), fc.integer({ min: 1, max: 255 }), (position, change) => {
      const changedBody = Buffer.from(BODY);
      changedBody.writeUInt8(changedBody.readUInt8(position) ^ change, position);
      expect(verifyWebhookSignature(changedBody, sign(), NOTIFICATION_URL, [KEY])).toBe(false);
    }),
  );
});

test("accepts a valid signature of any bytes, including invalid UTF-8", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (body) => {
      expect(verifyWebhookSignature(body, sign(body), NOTIFICATION_URL, [KEY])).toBe(true);
    }),
  );
});
