import type pg from "pg";
import { queryRows } from "../../query.ts";
import type { Claims } from "../../tokens/claims.ts";
import { withTransaction } from "../../transaction.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { resetPasswordLimits } from "../limits/rate-limits.ts";
import { requireEmailInterval } from "../links/email-interval.ts";
import type { CodeChallenge } from "../links/pkce.ts";
import { createLink, sendLink } from "../links/send-link.ts";
import { consumePasswordChangeProof } from "./password-change-proof.ts";
import { type AccountUpdate, applyAccountUpdate } from "./update-account.ts";
import { findUserByEmail, lockUser, type UserRow } from "./users.ts";

/** Changes that a signed-in user requests to their own account. */
export type OwnAccountUpdate = {
  password: string | null;
  /** The hash that the current password matched, which proves the change. Null without a current password. */
  verifiedPasswordHash: string | null;
  nonce: string | null;
  newEmail: string | null;
  userMetadata: Record<string, unknown> | null;
  challenge: CodeChallenge | null;
  redirectTo: string;
};

/**
 * Updates the account of the session in one transaction.
 * @throws {AuthError} if a new password lacks the required proof.
 */
export async function updateOwnAccount(
  auth: AuthContext,
  claims: Claims,
  user: UserRow,
  update: OwnAccountUpdate,
): Promise<void> {
  const change: AccountUpdate = {
    userMetadata: update.userMetadata ?? undefined,
    keepSessionId: claims.session_id,
  };
  if (update.password) {
    change.passwordHash = await auth.passwords.hash(update.password, user.email);
  }
  await withTransaction(auth.pool, async (client) => {
    const locked = await lockUser(client, user.id);
    if (!locked) {
      throw new AuthError(404, "user_not_found", "User not found");
    }
    if (update.verifiedPasswordHash !== null) {
      if (locked.encrypted_password !== update.verifiedPasswordHash) {
        throw new AuthError(409, "conflict", "The password was changed during this request. Try again.");
      }
    } else if (update.password) {
      await consumePasswordChangeProof(client, {
        userId: user.id,
        sessionId: claims.session_id,
        nonce: update.nonce,
        at: auth.now(),
      });
    }
    await applyAccountUpdate(client, user.id, change, auth.now());
    if (update.password) {
      await auth.queueEmail(client, { kind: "password_changed", to: user.email, userId: user.id });
    }
    if (update.newEmail) {
      await requestEmailChange(auth, client, locked, update.newEmail, update);
    }
  });
  if (update.password) {
    await resetPasswordLimits(auth.rateLimits, user.email);
  }
}

/** Sends a confirmation link to the new address and a notice to the current one. */
async function requestEmailChange(
  auth: AuthContext,
  client: pg.PoolClient,
  user: UserRow,
  newEmail: string,
  { challenge, redirectTo }: OwnAccountUpdate,
): Promise<void> {
  requireEmailInterval(user.email_change_sent_at, auth.now());
  await queryRows(client, "update auth.users set email_change = $2 where id = $1", [user.id, newEmail]);
  const link = { user, purpose: "email_change" as const, newEmail, challenge, revokesOlder: true };
  // If another account has the address, send no email, but respond the same way so that accounts cannot be enumerated.
  if (await findUserByEmail(client, newEmail)) {
    await createLink(auth, client, link);
  } else {
    await sendLink(auth, client, { ...link, redirectTo });
  }
  await auth.queueEmail(client, { kind: "email_change_notice", to: user.email, userId: user.id, newEmail });
}
