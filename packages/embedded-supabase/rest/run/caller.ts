import { z } from "zod";
import type { RequestCredentials } from "../../api-keys.ts";
import { applySessionLevel, type SessionLevel } from "../../tokens/session-level.ts";
import { unauthorized } from "../errors.ts";

/** The access token claims that this module reads. Row policies see all claims. */
export type CallerClaims = { role: "authenticated"; sub: string; session_id: string; aal?: "aal1" | "aal2" };

/** The role and claims (as JSON) that a transaction runs with. `session` is set only for signed-in users. */
export type Caller = {
  role: "anon" | "authenticated" | "service_role";
  claims: string;
  session: { id: string; userId: string } | null;
};

const KEY_CALLERS: Record<"anon" | "service_role", Caller> = {
  anon: { role: "anon", claims: '{"role":"anon"}', session: null },
  service_role: { role: "service_role", claims: '{"role":"service_role"}', session: null },
};

// The verifier caches claims per token, so the same token yields the same object.
const serializedClaims = new WeakMap<CallerClaims, string>();

/**
 * Resolves credentials to the caller of a request.
 * @throws {RestError} PGRST301 for an invalid token, PGRST303 for an expired one
 */
export async function resolveCaller(
  credentials: RequestCredentials,
  verifyAccessToken: (token: string) => Promise<CallerClaims | null>,
  now: Date,
): Promise<Caller> {
  if (credentials.role !== "user") {
    return KEY_CALLERS[credentials.role];
  }
  const claims = await verifyAccessToken(credentials.token);
  if (!claims) {
    throw invalidTokenError(credentials.token, now);
  }
  const serialized = serializedClaims.get(claims) ?? JSON.stringify(claims);
  serializedClaims.set(claims, serialized);
  return {
    role: "authenticated",
    claims: serialized,
    session: { id: claims.session_id, userId: claims.sub },
  };
}

/**
 * Returns the caller's claims. Lowers them to `level`, the session's current level, if the second factor was removed.
 * @throws {RestError} PGRST303 if the session has ended or belongs to another user
 */
export function claimsAtLevel(caller: Caller, level: SessionLevel): string {
  if (level === null) {
    throw unauthorized("PGRST303", "JWT session has ended");
  }
  // Parse the claims only if they must be lowered, which is rare.
  if (level !== "aal1" || !caller.claims.includes('"aal":"aal2"')) {
    return caller.claims;
  }
  return JSON.stringify(applySessionLevel(JSON.parse(caller.claims), level));
}

/** Returns PostgREST's error for an invalid token. The unverified token affects only the code and message. */
function invalidTokenError(token: string, now: Date) {
  const parts = token.split(".");
  if (parts.length !== 3) {
    return unauthorized("PGRST301", `Expected 3 parts in JWT; got ${parts.length}`);
  }
  const expiresAt = readExpiry(parts[1] ?? "");
  if (expiresAt !== null && expiresAt * 1000 <= now.getTime()) {
    return unauthorized("PGRST303", "JWT expired");
  }
  return unauthorized("PGRST301", "No suitable key or wrong key type");
}

const ExpiryClaim = z.object({ exp: z.number() });

function readExpiry(payload: string): number | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    return ExpiryClaim.parse(claims).exp;
  } catch {
    return null;
  }
}
