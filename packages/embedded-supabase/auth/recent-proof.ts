import type pg from "pg";
import { AuthError } from "./errors.ts";

/** How long a sign-in is proof enough for changing how one signs in, in minutes. */
const proofMinutes = 15;

/**
 * Refuses a session whose newest proof, a password, link or second factor, is older: what is changed then decides who
 * gets into the account from now on, and a stolen session must not. ASVS 5.0, 7.5.1 and 7.5.2.
 * Throws an AuthError 403 `reauthentication_needed`.
 */
export async function requireRecentSignIn(
  database: Pick<pg.Pool, "query">,
  sessionId: string,
  at: Date,
): Promise<void> {
  const { rowCount } = await database.query(
    `select from auth.mfa_amr_claims
     where session_id = $1 and updated_at >= $2::timestamptz - make_interval(mins => $3) limit 1`,
    [sessionId, at, proofMinutes],
  );
  if (rowCount === 0)
    throw new AuthError(
      403,
      "reauthentication_needed",
      `This needs a sign-in of the last ${proofMinutes} minutes. Please sign in again.`,
    );
}
