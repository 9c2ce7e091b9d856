import type { Context } from "hono";
import type pg from "pg";
import { refuseTakenEmail } from "./change-account.ts";
import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import { ownerOf, spendToken, type TokenPurpose, voidTokens } from "./one-time-tokens.ts";
import { verifyPerAddress } from "./rate-limits.ts";
import { isBanned, lockedUser, requireUser, type UserRow } from "./users.ts";

const purposesByType = new Map<string, TokenPurpose[]>([
  ["recovery", ["recovery"]],
  ["magiclink", ["magiclink"]],
  ["invite", ["invite"]],
  ["signup", ["signup"]],
  ["email_change", ["email_change"]],
  // Whatever proves an address at sign-in; a recovery link stays a recovery link.
  ["email", ["magiclink", "signup", "invite"]],
]);

/** What a token of this `type` may be for. Throws an AuthError for a type there is not. */
export function purposesOf(type: string): TokenPurpose[] {
  const purposes = purposesByType.get(type);
  if (!purposes) throw new AuthError(400, "validation_failed", "Invalid email verification type");
  return purposes;
}

/** Counts a try to use a link or code. Throws an AuthError 429 after too many from one address. */
export async function countTry(auth: AuthContext, context: Context): Promise<void> {
  await auth.limits.take([{ limit: verifyPerAddress, by: auth.clientAddress(context) }]);
}

/**
 * Spends a token and does what it was for: confirms the address, or lets the new one count.
 * Throws an AuthError, always the same for tokens that are unknown, used, voided, late or another person's.
 * @param email where given, the address the token was sent to.
 */
export async function verifyToken(
  auth: AuthContext,
  client: pg.PoolClient,
  given: { token: string; type: string; email?: string | undefined },
): Promise<{ user: UserRow; purpose: TokenPurpose }> {
  const purposes = purposesOf(given.type);
  const at = auth.now();
  const userId = await ownerOf(client, purposes, given.token);
  const user = userId && (await lockedUser(client, userId));
  if (!user) throw invalidToken();
  const spent = await spendToken(client, { userId: user.id, purposes, token: given.token, at });
  if (!spent || spent.purpose === "reauthentication") throw invalidToken();
  if (given.email !== undefined && given.email !== spent.email) throw invalidToken();
  if (isBanned(user, at)) throw new AuthError(403, "user_banned", "User is banned");
  if (spent.purpose === "email_change") await letNewEmailCount(auth, client, user, spent.email);
  else await confirmEmail(client, user, at);
  return { user: await requireUser(client, user.id), purpose: spent.purpose };
}

const invalidToken = () => new AuthError(403, "otp_expired", "Email link is invalid or has expired");

async function confirmEmail(client: pg.PoolClient, user: UserRow, at: Date): Promise<void> {
  if (user.email_confirmed_at) return;
  await client.query(
    `update auth.users set email_confirmed_at = $2::timestamptz, updated_at = $2,
                           raw_user_meta_data = embedded.merged(raw_user_meta_data, '{"email_verified": true}')
     where id = $1`,
    [user.id, at],
  );
  await client.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = $2
     where user_id = $1 and provider = 'email'`,
    [user.id, at],
  );
}

async function letNewEmailCount(
  auth: AuthContext,
  client: pg.PoolClient,
  user: UserRow,
  email: string,
): Promise<void> {
  if (user.email_change !== email) throw invalidToken();
  const at = auth.now();
  await client
    .query(
      `update auth.users set email = $2, email_change = '', email_change_sent_at = null, updated_at = $3::timestamptz,
                             email_confirmed_at = $3
       where id = $1`,
      [user.id, email, at],
    )
    .catch(refuseTakenEmail);
  await client.query(
    `update auth.identities
        set identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true),
            updated_at = $3
     where user_id = $1 and provider = 'email'`,
    [user.id, email, at],
  );
  // Links that wait in the old mailbox are not this account's any more.
  await voidTokens(client, user.id);
  await auth.queueMail(client, {
    kind: "email_changed_notice",
    to: user.email,
    userId: user.id,
    newEmail: email,
  });
}
