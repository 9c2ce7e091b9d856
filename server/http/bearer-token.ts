import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";

/** Whether the request has `Authorization: Bearer <token>`. Compares in constant time. */
export function hasBearerToken(context: Context, token: string): boolean {
  const bearerToken = /^Bearer (.+)$/.exec(context.req.header("authorization") ?? "")?.[1];
  return bearerToken !== undefined && timingSafeEqual(sha256(bearerToken), sha256(token));
}

// Hashes have equal length, so the comparison does not leak the token's length.
function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
