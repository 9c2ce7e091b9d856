import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Verifies Square's signature, a base64-encoded HMAC-SHA-256 of the registered URL and the raw body. `body` must be the
 * raw bytes, not reserialized JSON. Compares with every key in constant time, because two keys are valid during a
 * rotation.
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
