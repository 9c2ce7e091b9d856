import { RECENT_SIGN_IN_MINUTES } from "#domain/sign-in/recent-sign-in.ts";
import type { UserClaims } from "#server/auth/sessions.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";

/**
 * Requires that the caller's session recently verified a password, link or second factor. Reads the database that stores
 * the sessions, so it also works with a hosted project.
 * @throws {ApiError} 403 `reauthentication_needed`
 */
export async function requireRecentSignIn(query: Query, caller: UserClaims, now: Date): Promise<void> {
  const recentSessions = await query(
    `select from endpoints.list_own_sessions()
      where id = $1 and signed_in_at >= $2::timestamptz - make_interval(mins => $3)`,
    [getSessionId(caller), now, RECENT_SIGN_IN_MINUTES],
  );
  if (recentSessions.length === 0) {
    throw new ApiError(403, "reauthentication_needed", "For your security, sign in again to continue.");
  }
}

export function getSessionId({ session_id }: UserClaims): string | null {
  return typeof session_id === "string" ? session_id : null;
}
