import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Verifies Square's signature: base64 of HMAC-SHA-256 over the registered URL and the raw body. Pass the raw bytes, not
 * re-serialized JSON. Compares in constant time with every key, because two keys are valid during a rotation.
 */
export function verifyWebhookSignature(
  body: Uint8Array,
  signature: string | undefined,
  notificationUrl: string,
  keys: readonly string[],
): boolean {
  const actual = Buffer.from(signature ?? "", "utf8");
  return keys
    .map((key) => {
      const expected = Buffer.from(
        createHmac("sha256", key).update(notificationUrl).update(body).digest("base64"),
      );
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    })
    .includes(true);
}
