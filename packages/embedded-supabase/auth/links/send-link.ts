import type pg from "pg";
import { queryRows } from "../../query.ts";
import type { UserRow } from "../accounts/users.ts";
import type { AuthContext } from "../http/context.ts";
import type { AccountEmail } from "./account-email.ts";
import {
  type IssuedToken,
  issueToken,
  PKCE_PREFIX,
  revokeTokensOfType,
  type TokenPurpose,
} from "./one-time-tokens.ts";
import { type CodeChallenge, saveChallenge } from "./pkce.ts";

/** A link for a user whose row is locked. */
export type EmailLink = {
  user: Pick<UserRow, "id" | "email">;
  purpose: TokenPurpose;
  /** Requested address of an email change. */
  newEmail?: string;
  challenge?: CodeChallenge | null;
  /** Set only for requests by the user or with the secret key, so that anonymous callers cannot revoke a link. */
  revokesOlder?: boolean;
};

const EMAIL_KINDS = {
  recovery: "recovery",
  magiclink: "magic_link",
  invite: "invite",
  signup: "confirmation",
  email_change: "email_change",
} as const satisfies Record<TokenPurpose, AccountEmail["kind"]>;

const SENT_AT_COLUMNS = {
  recovery: "recovery_sent_at",
  magiclink: "magiclink_sent_at",
  invite: "confirmation_sent_at",
  signup: "confirmation_sent_at",
  email_change: "email_change_sent_at",
} as const satisfies Record<TokenPurpose, string>;

/** Issues the token of a link and records when it was issued. Sends no email. */
export async function createLink(
  auth: AuthContext,
  client: pg.PoolClient,
  link: EmailLink,
): Promise<IssuedToken> {
  const { user, purpose, challenge } = link;
  const at = auth.now();
  if (link.revokesOlder) {
    await revokeTokensOfType(client, user.id, purpose);
  }
  await queryRows(
    client,
    `update auth.users set ${SENT_AT_COLUMNS[purpose]} = $2::timestamptz, updated_at = $2,
                           invited_at = case when $3 then $2 else invited_at end
     where id = $1`,
    [user.id, at, purpose === "invite"],
  );
  const issued = await issueToken(client, {
    userId: user.id,
    purpose,
    email: link.newEmail ?? user.email,
    at,
    prefix: challenge ? PKCE_PREFIX : "",
  });
  if (challenge) {
    await saveChallenge(client, { tokenId: issued.id, userId: user.id, purpose, challenge, at });
  }
  return issued;
}

/** Creates a link and queues its email in the same transaction. */
export async function sendLink(
  auth: AuthContext,
  client: pg.PoolClient,
  link: EmailLink & { redirectTo: string },
): Promise<void> {
  const { token, expiresAt } = await createLink(auth, client, link);
  await auth.queueEmail(client, {
    kind: EMAIL_KINDS[link.purpose],
    to: link.newEmail ?? link.user.email,
    userId: link.user.id,
    tokenHash: token,
    type: link.purpose,
    expiresAt,
    redirectTo: link.redirectTo,
  });
}

/** When an email of this kind was last sent to the user. */
export const lastSentAt = (
  user: Pick<UserRow, (typeof SENT_AT_COLUMNS)[TokenPurpose]>,
  purpose: TokenPurpose,
): Date | null => user[SENT_AT_COLUMNS[purpose]];
