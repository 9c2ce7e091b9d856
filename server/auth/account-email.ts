import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Brand, brand } from "#brand";
import type { InvitedClient } from "#server/auth/accounts.ts";
import type { Query } from "#server/database/database.ts";
import type { EmailContent } from "#server/email/content.ts";
import {
  emailConfirmation,
  invitation,
  passwordReset,
  signInLink,
} from "#server/email/messages/account-links.ts";
import {
  confirmationCode,
  emailChanged,
  emailChangeRequested,
  passwordChanged,
} from "#server/email/messages/account-notices.ts";
import { type EmailKind, queueEmail } from "#server/email/outbox.ts";
import type { Jobs } from "#server/jobs/queue/queue.ts";

/** An email requested by the authentication service. */
export type AccountEmail = { to: string; userId: string } & (
  | { kind: "invite"; tokenHash: string; type: string }
  | { kind: "recovery" | "magic_link" | "email_change" | "confirmation"; tokenHash: string; type: string }
  | { kind: "reauthentication"; nonce: string }
  | { kind: "email_change_notice" | "email_changed_notice"; newEmail: string }
  | { kind: "password_changed" }
);

/** Emails of a kind with this prefix contain a secret. Their text is deleted after they are sent. */
export const ACCOUNT_EMAIL_PREFIX = "account-";

const OUTBOX_KINDS = {
  recovery: "account-recovery",
  invite: "account-invite",
  magic_link: "account-magic-link",
  email_change: "account-email-change",
  confirmation: "account-confirmation",
  reauthentication: "account-reauthentication",
  email_change_notice: "account-email-change-notice",
  email_changed_notice: "account-email-changed-notice",
  password_changed: "account-password-changed",
} satisfies Record<AccountEmail["kind"], EmailKind>;

/**
 * Returns a function that queues an account email in the transaction that created its token. Links always point to the
 * reset-password page on PUBLIC_URL, the only page that redeems tokens. Requested redirects are ignored.
 */
export function createAccountEmailQueue(
  jobs: Jobs,
  publicUrl: string,
): (query: Query, email: AccountEmail) => Promise<void> {
  return async (query, email) => {
    await queueEmail(query, jobs, {
      deduplicationKey: `${ACCOUNT_EMAIL_PREFIX}${randomUUID()}`,
      kind: OUTBOX_KINDS[email.kind],
      recipient: email.to,
      ...(email.kind === "invite"
        ? invitation({
            url: buildLinkUrl(email, publicUrl),
            brand,
            ...(await readInvitationDetails(query, email.userId)),
          })
        : renderAccountEmail(email, publicUrl, { brand, name: await readAccountName(query, email.userId) })),
    });
  };
}

const InvitedAdministratorSchema = z.object({ inviter: z.string().min(1) });

const InvitedClientSchema = z.object({
  name: z.string().min(1),
  company: z.string().min(1),
  inviter: z.string().optional(),
});

/** Returns undefined for administrators who are not hosts, because their names are not stored. */
async function readAccountName(query: Query, userId: string): Promise<string | undefined> {
  const [account] = await query("select private.account_name($1) as name", [userId]);
  return account?.name ?? undefined;
}

/**
 * The client that the account belongs to. For an administrator, the email address of the inviter, if it is known. Also the
 * inviter's name, if it is stored.
 */
async function readInvitationDetails(
  query: Query,
  userId: string,
): Promise<{ client?: InvitedClient; inviter?: string; inviterName?: string }> {
  const [user] = await query(
    `select invited.raw_user_meta_data as metadata,
            private.account_name(inviter.id,
              (select invitation.client_id from public.client_invitations as invitation
                 join public.clients as client on client.id = invitation.client_id
                  and client.company = invited.raw_user_meta_data ->> 'company'
                where lower(invitation.email) = lower(invited.email) and lower(invitation.inviter) = lower(inviter.email)
                order by invitation.requested_at desc limit 1)) as "inviterName"
       from auth.users as invited
       left join public.users as inviter on lower(inviter.email) = lower(coalesce(
            nullif(invited.raw_user_meta_data ->> 'inviter', ''), invited.raw_user_meta_data ->> 'administrator'))
      where invited.id = $1`,
    [userId],
  );
  const client = InvitedClientSchema.safeParse(user?.metadata).data;
  return {
    ...(client ? { client } : InvitedAdministratorSchema.safeParse(user?.metadata).data),
    ...(user?.inviterName && { inviterName: user.inviterName }),
  };
}

function buildLinkUrl({ tokenHash, type }: { tokenHash: string; type: string }, publicUrl: string): string {
  return `${publicUrl}/reset-password?${new URLSearchParams({ token_hash: tokenHash, type })}`;
}

function renderAccountEmail(
  email: Exclude<AccountEmail, { kind: "invite" }>,
  publicUrl: string,
  context: { brand: Brand; name?: string },
): EmailContent {
  const contextWithUrl = { ...context, publicUrl };
  if ("tokenHash" in email) {
    return LINK_EMAILS[email.kind]({ url: buildLinkUrl(email, publicUrl), ...context });
  }
  switch (email.kind) {
    case "reauthentication":
      return confirmationCode(email.nonce, contextWithUrl);
    case "email_change_notice":
      return emailChangeRequested(email.newEmail, contextWithUrl);
    case "email_changed_notice":
      return emailChanged(email.newEmail, context);
    case "password_changed":
      return passwordChanged(contextWithUrl);
  }
}

const LINK_EMAILS = {
  recovery: passwordReset,
  magic_link: signInLink,
  email_change: emailConfirmation,
  confirmation: emailConfirmation,
} as const;
