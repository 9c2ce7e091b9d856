import type { Session } from "@supabase/auth-js";

/**
 * Whether the account has a second factor that this session has not given. It decides which screen is drawn; what data
 * it opens, the backend decides by the signed token.
 */
export function lacksFactor(session: Session): boolean {
  const isEnrolled = session.user.factors?.some((factor) => factor.status === "verified") ?? false;
  return isEnrolled && levelOf(session.access_token) !== "aal2";
}

function levelOf(accessToken: string): unknown {
  try {
    const payload = (accessToken.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(payload)).aal;
  } catch {
    // Not a token of the backend's: it has given nothing.
    return null;
  }
}
