import type { Claims } from "./claims.ts";

/** Result of `embedded.session_level`: null after the session has ended. */
export type SessionLevel = Claims["aal"] | null;

/** Converts a stored assurance level. The column allows a third level, which this backend does not use. */
export function toSessionLevel(stored: string | null): Claims["aal"] {
  return stored === "aal1" || stored === null ? "aal1" : "aal2";
}

/**
 * Lowers `aal` to the current level of the session, for example after a factor was removed. Never raises it, because an
 * elevated session receives new tokens. Returns null after the session has ended.
 */
export function applySessionLevel<T extends { aal?: Claims["aal"] }>(
  claims: T,
  level: SessionLevel,
): T | null {
  if (level === null) {
    return null;
  }
  return level === "aal1" && claims.aal === "aal2" ? { ...claims, aal: level } : claims;
}
