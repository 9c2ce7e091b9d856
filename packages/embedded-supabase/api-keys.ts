import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";

export type ApiKeys = { publishableKey: string; secretKey: string };

/** The role of an API key, or a user's access token that has not been verified yet. */
export type RequestCredentials =
  | { role: "anon" | "service_role"; token: null }
  | { role: "user"; token: string };

/**
 * Reads the `apikey` and `Authorization: Bearer` headers. Returns null without a valid API key. supabase-js sends the
 * key in both headers until a user signs in, then the user's token in `Authorization`, which takes precedence.
 */
export function parseCredentials(context: Context, keys: ApiKeys): RequestCredentials | null {
  const apiKeyRole = findKeyRole(context.req.header("apikey"), keys);
  const bearerToken = /^Bearer +(\S+)$/i.exec(context.req.header("authorization") ?? "")?.[1];
  const bearerRole = findKeyRole(bearerToken, keys);
  if (bearerRole) {
    // If the keys differ, use the more privileged one: the bearer token may be the client's default publishable key.
    return { role: apiKeyRole === "service_role" ? apiKeyRole : bearerRole, token: null };
  }
  if (!apiKeyRole) {
    return null;
  }
  return bearerToken === undefined ? { role: apiKeyRole, token: null } : { role: "user", token: bearerToken };
}

function findKeyRole(value: string | undefined, keys: ApiKeys): "anon" | "service_role" | null {
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
