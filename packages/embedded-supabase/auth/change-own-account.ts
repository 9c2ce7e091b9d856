import type pg from "pg";
import type { Claims } from "../tokens/claims.ts";
import { withTransaction } from "../transaction.ts";
import { type AccountChange, applyChange } from "./change-account.ts";
import type { Challenge } from "./code-flow.ts";
import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import { spendToken } from "./one-time-tokens.ts";
import { forgetWrongPasswords } from "./rate-limits.ts";
import { requireRecentSignIn } from "./recent-proof.ts";
import { makeLink, sendLink } from "./send-link.ts";
import { refuseTooSoon } from "./too-soon.ts";
import { lockedUser, type UserRow, userByEmail } from "./users.ts";

/** What a signed-in person asks to be different. */
export type OwnChange = {
  password: string | null;
  nonce: string | null;
  newEmail: string | null;
  userMetadata: Record<string, unknown> | null;
  challenge: Challenge | null;
  redirectTo: string;
};

/** Changes the account behind a session, in one transaction. Throws an AuthError where it may not. */
export async function changeOwnAccount(
  auth: AuthContext,
  claims: Claims,
  user: UserRow,
  wanted: OwnChange,
): Promise<void> {
  const change: Omit<AccountChange, "password"> = {
    userMetadata: wanted.userMetadata ?? undefined,
    keepSession: claims.session_id,
  };
  if (wanted.password) change.passwordHash = await auth.passwords.hash(wanted.password);
  await withTransaction(auth.pool, async (client) => {
    const locked = await lockedUser(client, user.id);
    if (!locked) throw new AuthError(404, "user_not_found", "User not found");
    if (wanted.password) await requireProofForPassword(auth, client, claims, wanted.nonce);
    await applyChange(client, user.id, change, auth.now());
    if (wanted.password) {
      await auth.queueMail(client, { kind: "password_changed", to: user.email, userId: user.id });
    }
    if (wanted.newEmail) await askNewMailbox(auth, client, locked, wanted.newEmail, wanted);
  });
  if (wanted.password) await forgetWrongPasswords(auth.limits, user.email);
}

/**
 * A new password needs a recent sign-in, a link of the last day that was opened to set one, or the nonce of
 * `/reauthenticate`, which is used up.
 */
async function requireProofForPassword(
  auth: AuthContext,
  client: pg.PoolClient,
  claims: Claims,
  nonce: string | null,
): Promise<void> {
  const at = auth.now();
  if (nonce) {
    const spent = await spendToken(client, {
      userId: claims.sub,
      purposes: ["reauthentication"],
      token: nonce,
      at,
    });
    if (!spent) throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
    return;
  }
  const { rowCount } = await client.query(
    `select from auth.mfa_amr_claims
     where session_id = $1 and authentication_method in ('recovery', 'invite')
       and updated_at >= $2::timestamptz - interval '1 day' limit 1`,
    [claims.session_id, at],
  );
  if (rowCount === 0) await requireRecentSignIn(client, claims.session_id, at);
}

/** The new address counts once its mailbox has answered; the old one is told that somebody asked. */
async function askNewMailbox(
  auth: AuthContext,
  client: pg.PoolClient,
  user: UserRow,
  newEmail: string,
  { challenge, redirectTo }: OwnChange,
): Promise<void> {
  refuseTooSoon(user.email_change_sent_at, auth.now());
  await client.query("update auth.users set email_change = $2 where id = $1", [user.id, newEmail]);
  const link = { user, purpose: "email_change" as const, newEmail, challenge };
  // An address that another account has gets no mail, and who asks is not told why: that would list our accounts.
  if (await userByEmail(client, newEmail)) await makeLink(auth, client, link);
  else await sendLink(auth, client, { ...link, redirectTo });
  await auth.queueMail(client, { kind: "email_change_notice", to: user.email, userId: user.id, newEmail });
}
