import { setTimeout as sleep } from "node:timers/promises";
import { withTransaction } from "../../transaction.ts";
import { findUserByEmail, isBanned, lockUser, type UserRow } from "../accounts/users.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import type { requestOrigin } from "../sessions/sessions.ts";
import { recordSignInAttempt } from "../sessions/sign-in-attempts.ts";
import { remainingInterval } from "./email-interval.ts";
import { countLink } from "./link-limits.ts";
import type { TokenPurpose } from "./one-time-tokens.ts";
import type { CodeChallenge } from "./pkce.ts";
import { lastSentAt, sendLink } from "./send-link.ts";

type LinkPurpose = { purpose: TokenPurpose; newEmail?: string };

type LinkRequest = {
  /** The link that the caller requests. It may differ from the link that the account gets. */
  kind: TokenPurpose;
  email: string;
  challenge: CodeChallenge | null;
  redirectTo: string;
  origin: ReturnType<typeof requestOrigin>;
};
type SelectLink = (user: UserRow) => LinkPurpose | null;

const RESPONSE_DELAY_MS = 200;

/**
 * Emails a link that anonymous callers can request. Returns after a fixed time, before the account is looked up, so
 * that neither the response nor its timing shows whether the account exists, is banned, or reached an email limit. The
 * work continues in the background. The account's older links stay valid.
 * @param selectLink Returns the link for the user, or null to send none.
 * @throws {AuthError} 503 if too many emails are waiting
 */
export async function requestLink(
  auth: AuthContext,
  request: LinkRequest,
  selectLink: SelectLink,
): Promise<void> {
  await sleep(RESPONSE_DELAY_MS);
  auth.backgroundWork.add(`${request.kind} ${request.email}`, () => prepareEmail(auth, request, selectLink));
}

async function prepareEmail(auth: AuthContext, request: LinkRequest, selectLink: SelectLink): Promise<void> {
  const account = await findUserByEmail(auth.pool, request.email);
  // Checked again after locking. Without this check, a burst of requests for a known address would cause more work than
  // one for an unknown address.
  if (!account || !selectPermittedLink(auth, account, selectLink)) {
    return;
  }
  try {
    await withTransaction(auth.pool, async (client) => {
      const user = await lockUser(client, account.id);
      const link = user && selectPermittedLink(auth, user, selectLink);
      if (!user || !link) {
        return;
      }
      const { address } = request.origin;
      await countLink(auth.rateLimits, client, { userId: user.id, purpose: link.purpose, address });
      await sendLink(auth, client, {
        ...link,
        user,
        challenge: request.challenge,
        redirectTo: request.redirectTo,
      });
    });
  } catch (error) {
    if (!(error instanceof AuthError && error.status === 429)) {
      throw error;
    }
    // The list of sign-in attempts shows administrators why no email was sent.
    await recordSignInAttempt(auth, {
      ...request.origin,
      email: account.email,
      userId: account.id,
      outcome: "rate-limited",
      at: auth.now(),
    });
  }
}

/** Returns null for banned users, and for users who received an email of this kind within the last minute. */
function selectPermittedLink(auth: AuthContext, user: UserRow, selectLink: SelectLink): LinkPurpose | null {
  const link = selectLink(user);
  if (!link || isBanned(user, auth.now())) {
    return null;
  }
  return remainingInterval(lastSentAt(user, link.purpose), auth.now()) > 0 ? null : link;
}
