import type pg from "pg";
import { withTransaction } from "../transaction.ts";
import { forgetFailures } from "./factors/limits.ts";
import { forgetWrongPasswords, type RateLimits } from "./rate-limits.ts";
import { endSessions } from "./sessions.ts";

/**
 * Lets somebody in again who lost a second factor or was locked out by wrong passwords: the password alone is enough
 * for the next sign-in. Sessions end, as whoever holds the lost device may hold one. Returns how many factors went.
 * @param limits null where the limits are another service's to keep.
 */
export async function unlockAccount(
  pool: pg.Pool,
  limits: RateLimits | null,
  account: { id: string; email: string },
): Promise<number> {
  const removed = await withTransaction(pool, async (client) => {
    const { rowCount } = await client.query("delete from auth.mfa_factors where user_id = $1", [account.id]);
    await endSessions(client, account.id, "global", null);
    return rowCount ?? 0;
  });
  if (limits) {
    await forgetWrongPasswords(limits, account.email);
    await forgetFailures(limits, account.id);
  }
  return removed;
}
