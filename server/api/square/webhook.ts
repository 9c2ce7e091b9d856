import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { ApiError } from "#server/http/errors.ts";
import { receiveWebhook } from "#server/payments/webhooks/receive-webhook.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * `POST /api/square/webhook` is authenticated by the signature, not by a session. It responds as soon as the event is
 * stored. Repeated events return the same response.
 */
export function createSquareWebhookRoutes({ payments }: Pick<Services, "payments">) {
  const limitBody = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => {
      throw new ApiError(413, "too_large", "The notification is too large.");
    },
  });
  return new Hono().post("/api/square/webhook", limitBody, async (context) => {
    // The signature covers the raw bytes, so the body must not be parsed first.
    const body = new Uint8Array(await context.req.arrayBuffer());
    const outcome = await receiveWebhook(payments, body, context.req.header("x-square-hmacsha256-signature"));
    if (outcome === "rejected") {
      throw new ApiError(403, "not_authorized", "This request is not allowed.");
    }
    if (outcome === "unreadable") {
      throw new ApiError(400, "invalid_input", "We couldn't read the notification.");
    }
    return context.json({ success: true });
  });
}
