import { withTransaction } from "../../transaction.ts";
import { findUserByEmail, isBanned, lockUser, type UserRow } from "../accounts/users.ts";
import type { AuthContext } from "../http/context.ts";
import { runInConstantTime } from "../limits/constant-time.ts";
import { remainingInterval } from "./email-interval.ts";
import type { TokenPurpose } from "./one-time-tokens.ts";
import type { CodeChallenge } from "./pkce.ts";
import { lastSentAt, sendLink } from "./send-link.ts";

type LinkPurpose = { purpose: TokenPurpose; newEmail?: string };

/**
 * Emails a link that anonymous callers can request. The response and its timing are the same whether or not the account
 * exists, is banned, or received an email within the last minute.
 * @param selectLink Returns the link for the user, or null to send none.
 */
export async function requestLink(
  auth: AuthContext,
  request: { email: string; challenge: CodeChallenge | null; redirectTo: string },
  selectLink: (user: UserRow) => LinkPurpose | null,
): Promise<void> {
  await runInConstantTime(async () => {
    const account = await findUserByEmail(auth.pool, request.email);
    if (!account) {
      return;
    }
    await withTransaction(auth.pool, async (client) => {
      const user = await lockUser(client, account.id);
      const link = user && selectLink(user);
      if (!user || !link || isBanned(user, auth.now())) {
        return;
      }
      if (remainingInterval(lastSentAt(user, link.purpose), auth.now()) > 0) {
        return;
      }
      await sendLink(auth, client, {
        ...link,
        user,
        challenge: request.challenge,
        redirectTo: request.redirectTo,
      });
    });
  });
}
