import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";

export type ApiKeys = { publishableKey: string; secretKey: string };

/** Who sends a request: a key's role, or a person's access token still to be verified. Null without any known key. */
export type Sender = { role: "anon" | "service_role"; token: null } | { role: "person"; token: string };

/**
 * Reads `apikey` and `Authorization: Bearer`. supabase-js sends the key in both until somebody signs in, and then the
 * person's token in the second, which decides.
 */
export function senderOf(context: Context, keys: ApiKeys): Sender | null {
  const key = roleOfKey(context.req.header("apikey"), keys);
  const bearer = /^Bearer +(\S+)$/i.exec(context.req.header("authorization") ?? "")?.[1];
  const bearerRole = roleOfKey(bearer, keys);
  if (bearerRole) {
    // The more powerful of two keys was meant: `apikey` alone is what a bare client sends.
    return { role: key === "service_role" ? key : bearerRole, token: null };
  }
  if (!key) return null;
  return bearer === undefined ? { role: key, token: null } : { role: "person", token: bearer };
}

function roleOfKey(value: string | undefined, keys: ApiKeys): "anon" | "service_role" | null {
  if (value === undefined) return null;
  if (isEqual(value, keys.secretKey)) return "service_role";
  return isEqual(value, keys.publishableKey) ? "anon" : null;
}

/** Takes the same time whatever the first difference. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
