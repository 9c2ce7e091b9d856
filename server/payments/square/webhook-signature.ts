import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether Square signed these very bytes: base64 of HMAC-SHA-256 over the registered address and the raw body, which
 * must not have been parsed and written again. Compared in constant time, with every key: there are two of them while
 * they are being changed.
 */
export function isGenuineNotification(
  body: Uint8Array,
  signature: string | undefined,
  notificationUrl: string,
  keys: readonly string[],
): boolean {
  const given = Buffer.from(signature ?? "", "utf8");
  return keys
    .map((key) => {
      const expected = Buffer.from(
        createHmac("sha256", key).update(notificationUrl).update(body).digest("base64"),
      );
      return given.length === expected.length && timingSafeEqual(given, expected);
    })
    .includes(true);
}
