import type pg from "pg";
import { execute } from "../../query.ts";
import { withTransaction } from "../../transaction.ts";
import { resetFactorFailures } from "../factors/limits.ts";
import { type RateLimits, resetPasswordLimits } from "../limits/rate-limits.ts";
import { resetLinkLimits } from "../links/link-limits.ts";
import { endSessions } from "../sessions/sessions.ts";

/**
 * Restores access for a user who lost a second factor or is locked out by wrong passwords: the next sign-in
 * requires only the password. Ends all sessions, because a lost device may still be signed in. Returns the
 * number of factors removed.
 * @param limits null if another service enforces the rate limits.
 */
export async function unlockAccount(
  pool: pg.Pool,
  limits: RateLimits | null,
  account: { id: string; email: string },
): Promise<number> {
  const removed = await withTransaction(pool, async (client) => {
    const rowCount = await execute(client, "delete from auth.mfa_factors where user_id = $1", [account.id]);
    await endSessions(client, account.id, "global", null);
    return rowCount ?? 0;
  });
  if (limits) {
    await resetPasswordLimits(limits, account.email);
    await resetFactorFailures(limits, account.id);
    await resetLinkLimits(limits, account.id);
  }
  return removed;
}
