import type { Sender } from "../api-keys.ts";
import { asItsSessionIsNow, type SessionLevel } from "../tokens/session-level.ts";
import { unauthorized } from "./errors.ts";

/** The part of an access token's claims that this room reads; all of them reach the policies. */
export type CallerClaims = { role: "authenticated"; session_id: string; aal?: "aal1" | "aal2" };

/** Whom a transaction runs as. `claims` is JSON; the session of a person must still live. */
export type Caller = {
  role: "anon" | "authenticated" | "service_role";
  claims: string;
  sessionId: string | null;
};

const withKey: Record<"anon" | "service_role", Caller> = {
  anon: { role: "anon", claims: '{"role":"anon"}', sessionId: null },
  service_role: { role: "service_role", claims: '{"role":"service_role"}', sessionId: null },
};

// Claims of one token are the same object while they are remembered by whoever verifies.
const written = new WeakMap<CallerClaims, string>();

/**
 * Whom a sender may act as.
 * Throws PGRST301 for a token that is none of ours, PGRST303 for one that has ended.
 */
export async function callerOf(
  sender: Sender,
  accessTokenClaims: (token: string) => Promise<CallerClaims | null>,
  now: Date,
): Promise<Caller> {
  if (sender.role !== "person") return withKey[sender.role];
  const claims = await accessTokenClaims(sender.token);
  if (!claims) throw refusalOf(sender.token, now);
  const json = written.get(claims) ?? JSON.stringify(claims);
  written.set(claims, json);
  return { role: "authenticated", claims: json, sessionId: claims.session_id };
}

/**
 * The claims that count while a person's session is at that level. Throws PGRST303 once it has ended.
 */
export function claimsAt(caller: Caller, level: SessionLevel): string {
  if (level === null) throw unauthorized("PGRST303", "JWT session has ended");
  // Only the rare token that says more than its session is worth is read again.
  if (level !== "aal1" || !caller.claims.includes('"aal":"aal2"')) return caller.claims;
  return JSON.stringify(asItsSessionIsNow(JSON.parse(caller.claims), level));
}

/** Why a token was refused, as PostgREST words it. The unverified token chooses the words, nothing else. */
function refusalOf(token: string, now: Date) {
  const parts = token.split(".");
  if (parts.length !== 3) return unauthorized("PGRST301", `Expected 3 parts in JWT; got ${parts.length}`);
  const ends = endOf(parts[1] ?? "");
  if (ends !== null && ends * 1000 <= now.getTime()) return unauthorized("PGRST303", "JWT expired");
  return unauthorized("PGRST301", "No suitable key or wrong key type");
}

function endOf(payload: string): number | null {
  try {
    const { exp } = JSON.parse(Buffer.from(payload, "base64url").toString()) as { exp?: unknown };
    return typeof exp === "number" ? exp : null;
  } catch {
    return null;
  }
}
