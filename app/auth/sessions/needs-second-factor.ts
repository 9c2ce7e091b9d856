import type { Session } from "@supabase/auth-js";

/**
 * Whether the account has a second factor that this session has not verified. Only selects the screen: the backend
 * enforces access with the signed token.
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
    // Not a valid token, so it has no assurance level.
    return null;
  }
}
