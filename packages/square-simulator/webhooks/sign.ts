import { createHmac } from "node:crypto";

/** Square's signature of a notification: over the registered address and the exact bytes of the body. */
export function signatureOf(signatureKey: string, notificationUrl: string, body: string): string {
  return createHmac("sha256", signatureKey)
    .update(notificationUrl + body)
    .digest("base64");
}
