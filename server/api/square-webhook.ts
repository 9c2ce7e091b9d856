import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { ApiError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

const LARGEST_BODY_BYTES = 1024 * 1024;

/**
 * `POST /api/square/webhook`: no session, the signature is the permission. Answers as soon as the event is stored; the
 * same event again is answered the same.
 */
export function squareWebhook({ payments }: Pick<Services, "payments">): Hono {
  const app = new Hono();
  const limit = bodyLimit({
    maxSize: LARGEST_BODY_BYTES,
    onError: () => {
      throw new ApiError(413, "too_large", "The notification is too large.");
    },
  });
  app.post("/api/square/webhook", limit, async (context) => {
    // The raw bytes: parsed and written again, the same JSON would have another signature.
    const body = new Uint8Array(await context.req.arrayBuffer());
    const outcome = await payments.receiveWebhook(body, context.req.header("x-square-hmacsha256-signature"));
    if (outcome === "refused") throw new ApiError(403, "not_authorized", "This request is not allowed.");
    if (outcome === "unreadable")
      throw new ApiError(400, "invalid_input", "The notification could not be read.");
    return context.json({ success: true });
  });
  return app;
}
