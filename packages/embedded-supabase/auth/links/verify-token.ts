import type { Context } from "hono";
import type pg from "pg";
import { queryRows } from "../../query.ts";
import { rejectDuplicateEmail } from "../accounts/update-account.ts";
import { isBanned, lockUser, requireUser, type UserRow } from "../accounts/users.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { VERIFY_PER_ADDRESS } from "../limits/rate-limits.ts";
import { consumeToken, findTokenOwner, revokeTokens, type TokenPurpose } from "./one-time-tokens.ts";

const PURPOSES_BY_TYPE = new Map<string, TokenPurpose[]>([
  ["recovery", ["recovery"]],
  ["magiclink", ["magiclink"]],
  ["invite", ["invite"]],
  ["signup", ["signup"]],
  ["email_change", ["email_change"]],
  // Every link that opens a session, except recovery links.
  ["email", ["magiclink", "signup", "invite"]],
]);

/** @throws {AuthError} for an unknown verification type. */
export function purposesForType(type: string): TokenPurpose[] {
  const purposes = PURPOSES_BY_TYPE.get(type);
  if (!purposes) {
    throw new AuthError(400, "validation_failed", "Invalid email verification type");
  }
  return purposes;
}

/** @throws {AuthError} 429 after too many attempts from one address. */
export async function countVerifyAttempt(auth: AuthContext, context: Context): Promise<void> {
  await auth.rateLimits.consume([{ limit: VERIFY_PER_ADDRESS, subject: auth.clientAddress(context) }]);
}

/**
 * Consumes a token, then confirms the email address or applies the email change.
 * @param input `email`, if given, must be the address the token was sent to.
 * @throws {AuthError} the same `otp_expired` for tokens that are unknown, used, revoked, expired or of another user.
 */
export async function verifyToken(
  auth: AuthContext,
  client: pg.PoolClient,
  input: { token: string; type: string; email?: string | undefined },
): Promise<{ user: UserRow; purpose: TokenPurpose; tokenId: string }> {
  const purposes = purposesForType(input.type);
  const at = auth.now();
  const userId = await findTokenOwner(client, purposes, input.token);
  const user = userId && (await lockUser(client, userId));
  if (!user) {
    throw invalidTokenError();
  }
  const consumed = await consumeToken(client, { userId: user.id, purposes, token: input.token, at });
  if (!consumed || consumed.purpose === "reauthentication") {
    throw invalidTokenError();
  }
  if (input.email !== undefined && input.email !== consumed.email) {
    throw invalidTokenError();
  }
  if (isBanned(user, at)) {
    throw new AuthError(403, "user_banned", "User is banned");
  }
  if (consumed.purpose === "email_change") {
    await applyEmailChange(auth, client, user, consumed.email);
  } else {
    await confirmEmail(client, user, at);
  }
  return { user: await requireUser(client, user.id), purpose: consumed.purpose, tokenId: consumed.id };
}

const invalidTokenError = () => new AuthError(403, "otp_expired", "Email link is invalid or has expired");

async function confirmEmail(client: pg.PoolClient, user: UserRow, at: Date): Promise<void> {
  if (user.email_confirmed_at) {
    return;
  }
  await queryRows(
    client,
    `update auth.users set email_confirmed_at = $2::timestamptz, updated_at = $2,
                           raw_user_meta_data = embedded.merged(raw_user_meta_data, '{"email_verified": true}')
     where id = $1`,
    [user.id, at],
  );
  await queryRows(
    client,
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = $2
     where user_id = $1 and provider = 'email'`,
    [user.id, at],
  );
}

async function applyEmailChange(
  auth: AuthContext,
  client: pg.PoolClient,
  user: UserRow,
  email: string,
): Promise<void> {
  if (user.email_change !== email) {
    throw invalidTokenError();
  }
  const at = auth.now();
  await queryRows(
    client,
    `update auth.users set email = $2, email_change = '', email_change_sent_at = null, updated_at = $3::timestamptz,
                           email_confirmed_at = $3
     where id = $1`,
    [user.id, email, at],
  ).catch(rejectDuplicateEmail);
  await queryRows(
    client,
    `update auth.identities
        set identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true),
            updated_at = $3
     where user_id = $1 and provider = 'email'`,
    [user.id, email, at],
  );
  // Links sent to the old address must stop working.
  await revokeTokens(client, user.id);
  await auth.queueEmail(client, {
    kind: "email_changed_notice",
    to: user.email,
    userId: user.id,
    newEmail: email,
  });
}
