import type { Claims } from "./claims.ts";

/** What `embedded.session_level` says of a session: null once it has ended. */
export type SessionLevel = Claims["aal"] | null;

/**
 * A token's claims at the level its session has now: a factor removed since the token was issued lowers it. Never
 * higher than the token says: a session raised since has newer tokens. Null once the session has ended.
 */
export function asItsSessionIsNow<Known extends { aal?: Claims["aal"] }>(
  claims: Known,
  level: SessionLevel,
): Known | null {
  if (level === null) return null;
  return level === "aal1" && claims.aal === "aal2" ? { ...claims, aal: level } : claims;
}
