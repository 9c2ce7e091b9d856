import type pg from "pg";
import type { AccountMail } from "./account-mail.ts";
import { type Challenge, rememberChallenge } from "./code-flow.ts";
import type { AuthContext } from "./context.ts";
import { codeFlowPrefix, type IssuedToken, issueToken, type TokenPurpose } from "./one-time-tokens.ts";
import type { UserRow } from "./users.ts";

/** A link about to be made for an account whose row is locked. */
export type Link = {
  user: Pick<UserRow, "id" | "email">;
  purpose: TokenPurpose;
  /** The address asked for in an e-mail change. */
  newEmail?: string;
  challenge?: Challenge | null;
};

type SentColumn = "recovery_sent_at" | "confirmation_sent_at" | "email_change_sent_at";

const kinds = {
  recovery: { mail: "recovery", sent: "recovery_sent_at" },
  magiclink: { mail: "magic_link", sent: "recovery_sent_at" },
  invite: { mail: "invite", sent: "confirmation_sent_at" },
  signup: { mail: "confirmation", sent: "confirmation_sent_at" },
  email_change: { mail: "email_change", sent: "email_change_sent_at" },
} as const satisfies Record<TokenPurpose, { mail: AccountMail["kind"]; sent: SentColumn }>;

/** Makes the token of a link and notes when; queues nothing. */
export async function makeLink(auth: AuthContext, client: pg.PoolClient, link: Link): Promise<IssuedToken> {
  const { user, purpose, challenge } = link;
  const at = auth.now();
  if (challenge) await rememberChallenge(client, { userId: user.id, purpose, challenge, at });
  await client.query(
    `update auth.users set ${kinds[purpose].sent} = $2::timestamptz, updated_at = $2,
                           invited_at = case when $3 then $2 else invited_at end
     where id = $1`,
    [user.id, at, purpose === "invite"],
  );
  return issueToken(client, {
    userId: user.id,
    purpose,
    email: link.newEmail ?? user.email,
    at,
    prefix: challenge ? codeFlowPrefix : "",
  });
}

/** Makes a link and queues the mail with it, in one transaction. */
export async function sendLink(
  auth: AuthContext,
  client: pg.PoolClient,
  link: Link & { redirectTo: string },
): Promise<void> {
  const { token, expiresAt } = await makeLink(auth, client, link);
  await auth.queueMail(client, {
    kind: kinds[link.purpose].mail,
    to: link.newEmail ?? link.user.email,
    userId: link.user.id,
    tokenHash: token,
    type: link.purpose,
    expiresAt,
    redirectTo: link.redirectTo,
  });
}

const pauseBetweenMails = 60_000;

/** Milliseconds until the next mail of a kind may go to a person; 0 when it may go now. */
export function pauseLeft(lastSent: Date | null, at: Date): number {
  return lastSent === null ? 0 : Math.max(0, lastSent.getTime() + pauseBetweenMails - at.getTime());
}

/** When the account last got a mail of that kind. */
export const lastSentOf = (user: Pick<UserRow, SentColumn>, purpose: TokenPurpose): Date | null =>
  user[kinds[purpose].sent];
