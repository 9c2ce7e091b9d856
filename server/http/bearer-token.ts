import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";

/** Whether the request has `Authorization: Bearer <token>`. Compares in constant time. */
export function hasBearerToken(context: Context, token: string): boolean {
  const bearer = /^Bearer (.+)$/.exec(context.req.header("authorization") ?? "")?.[1];
  return bearer !== undefined && timingSafeEqual(hash(bearer), hash(token));
}

// Hashes have equal length, so the comparison does not leak the token's length.
function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
