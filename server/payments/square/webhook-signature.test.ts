import { readFileSync } from "node:fs";
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
