import type pg from "pg";
import { execute } from "../../query.ts";
import { AuthError } from "../http/errors.ts";

const MAX_SIGN_IN_AGE_MINUTES = 15;

/**
 * Requires that the session was authenticated by password, link or second factor within the last 15 minutes. Protects
 * changes to credentials against stolen sessions (ASVS 5.0, 7.5.1 and 7.5.2).
 * @throws {AuthError} 403 `reauthentication_needed`
 */
export async function requireRecentSignIn(
  database: Pick<pg.Pool, "query">,
  sessionId: string,
  at: Date,
): Promise<void> {
  const rowCount = await execute(
    database,
    `select from auth.mfa_amr_claims
     where session_id = $1 and updated_at >= $2::timestamptz - make_interval(mins => $3) limit 1`,
    [sessionId, at, MAX_SIGN_IN_AGE_MINUTES],
  );
  if (rowCount === 0) {
    throw new AuthError(
      403,
      "reauthentication_needed",
      `This action requires a sign-in within the last ${MAX_SIGN_IN_AGE_MINUTES} minutes. Sign in again.`,
    );
  }
}
