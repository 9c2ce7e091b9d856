import { createHmac } from "node:crypto";

/** Computes Square's webhook signature: HMAC-SHA256 of the registered URL followed by the exact bytes of the body. */
export function signWebhook(signatureKey: string, notificationUrl: string, body: string): string {
  return createHmac("sha256", signatureKey)
    .update(notificationUrl + body)
    .digest("base64");
}
