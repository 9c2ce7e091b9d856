import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";

export type ApiKeys = { publishableKey: string; secretKey: string };

/** The role of an API key, or a user's access token that has not been verified yet. */
export type RequestCredentials =
  | { role: "anon" | "service_role"; token: null }
  | { role: "user"; token: string };

/**
 * Reads `apikey` and `Authorization: Bearer`; null without a valid key. supabase-js sends the key in both headers until
 * a user signs in, then the user's token in the second, which takes precedence.
 */
export function parseCredentials(context: Context, keys: ApiKeys): RequestCredentials | null {
  const key = keyRole(context.req.header("apikey"), keys);
  const bearer = /^Bearer +(\S+)$/i.exec(context.req.header("authorization") ?? "")?.[1];
  const bearerRole = keyRole(bearer, keys);
  if (bearerRole) {
    // With two keys, use the one with more rights: the bearer may still be the client's default publishable key.
    return { role: key === "service_role" ? key : bearerRole, token: null };
  }
  if (!key) {
    return null;
  }
  return bearer === undefined ? { role: key, token: null } : { role: "user", token: bearer };
}

function keyRole(value: string | undefined, keys: ApiKeys): "anon" | "service_role" | null {
  if (value === undefined) {
    return null;
  }
  if (constantTimeEquals(value, keys.secretKey)) {
    return "service_role";
  }
  return constantTimeEquals(value, keys.publishableKey) ? "anon" : null;
}

function constantTimeEquals(left: string, right: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
