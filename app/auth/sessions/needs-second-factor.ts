import type { Session } from "@supabase/auth-js";

/**
 * Whether the account has a second factor that this session has not verified. Used only to choose the screen:
 * the backend enforces access with the signed token.
 */
export function needsSecondFactor(session: Session): boolean {
  const isEnrolled = session.user.factors?.some((factor) => factor.status === "verified") ?? false;
  return isEnrolled && readAssuranceLevel(session.access_token) !== "aal2";
}

function readAssuranceLevel(accessToken: string): unknown {
  try {
    const payload = (accessToken.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(payload)).aal;
  } catch {
    // An invalid token has no assurance level.
    return null;
  }
}
