import { withTransaction } from "../transaction.ts";
import type { Challenge } from "./code-flow.ts";
import type { AuthContext } from "./context.ts";
import type { TokenPurpose } from "./one-time-tokens.ts";
import { lastSentOf, pauseLeft, sendLink } from "./send-link.ts";
import { inSteadyTime } from "./steady-time.ts";
import { isBanned, lockedUser, type UserRow, userByEmail } from "./users.ts";

type Wanted = { purpose: TokenPurpose; newEmail?: string };

/**
 * A mail that anybody may ask for by naming an address. Whether there is such an account, whether it may have the
 * mail, and whether it got one less than a minute ago, makes no difference to be seen or measured.
 * @param wanted what this account gets; null when nothing.
 */
export async function requestLink(
  auth: AuthContext,
  request: { email: string; challenge: Challenge | null; redirectTo: string },
  wanted: (user: UserRow) => Wanted | null,
): Promise<void> {
  await inSteadyTime(async () => {
    const found = await userByEmail(auth.pool, request.email);
    if (!found) return;
    await withTransaction(auth.pool, async (client) => {
      const user = await lockedUser(client, found.id);
      const link = user && wanted(user);
      if (!user || !link || isBanned(user, auth.now())) return;
      if (pauseLeft(lastSentOf(user, link.purpose), auth.now()) > 0) return;
      await sendLink(auth, client, {
        ...link,
        user,
        challenge: request.challenge,
        redirectTo: request.redirectTo,
      });
    });
  });
}
