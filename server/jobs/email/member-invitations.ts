import { brand } from "#brand";
import { getLastDay } from "#domain/clients/members/member.ts";
import { toInstant } from "#domain/dates/instant.ts";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import type { Query } from "#server/database/database.ts";
import type { StatementRow } from "#server/database/query.ts";
import { memberInvited } from "#server/email/messages/people.ts";
import { queueEmail } from "#server/email/outbox.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "database" | "jobs" | "accounts" | "log"> & {
  config: Pick<Services["config"], "publicUrl">;
};

/**
 * After this many failures, an invitation is not sent again until someone resends it. The job runs every minute, so this
 * covers an outage of an hour.
 */
const MAX_FAILED_SENDS = 60;

/** Maximum invitations per run, so that a run ends before the next one starts. */
const MAX_INVITATIONS = 50;

/** Sends the due invitations. A failure does not delay the others, and fails the job at the end. */
export async function sendMemberInvitations(services: Dependencies): Promise<void> {
  const { database } = services;
  const failures = new Map<string, unknown>();
  for (let attempts = 0; attempts < MAX_INVITATIONS; attempts += 1) {
    // One at a time, because sending an invitation can create the account of the next one.
    const [invitation] = await database.bypassPolicies({ reason: "find an unsent invitation" }, (query) =>
      findUnsentInvitation(query, [...failures.keys()]),
    );
    if (!invitation) {
      break;
    }
    try {
      await sendInvitation(services, invitation);
    } catch (error) {
      failures.set(invitation.id, error);
      await database.bypassPolicies({ reason: "count a failed invitation" }, (query) =>
        query("update public.client_invitations set failed_sends = failed_sends + 1 where id = $1", [
          invitation.id,
        ]),
      );
    }
  }
  if (failures.size > 0) {
    throw new AggregateError(
      [...failures.values()],
      `failed to send ${formatCount(failures.size, "invitation")}`,
    );
  }
}

const UNSENT_INVITATION = `
  select invitation.id, invitation.client_id, invitation.email, invitation.name, invitation.role, invitation.access_expires_at,
         invitation.inviter, private.account_name(inviter.id, invitation.client_id) as inviter_name, invitation.requested_at, invitation.expires_at, client.company, account.id as user_id,
         account.role as account_role,
         account_user.email_confirmed_at is not null as is_confirmed,
         coalesce(account_user.banned_until > now(), false) as is_banned,
         coalesce(greatest(account_user.invited_at, account_user.recovery_sent_at) > now() - interval '1 hour', false)
           as has_recent_link
    from public.client_invitations as invitation
    join public.clients as client on client.id = invitation.client_id and client.status = 'active'
    left join public.users as account on lower(account.email) = lower(invitation.email)
    left join auth.users as account_user on account_user.id = account.id
    left join public.users as inviter on lower(inviter.email) = lower(invitation.inviter)
   where invitation.status = 'pending' and invitation.email_queued_at is null and invitation.expires_at > now()
     and invitation.failed_sends < $1 and invitation.id <> all ($2::uuid[])
   order by invitation.failed_sends, invitation.requested_at
   limit 1`;

function findUnsentInvitation(query: Query, skippedIds: readonly string[]) {
  return query(UNSENT_INVITATION, [MAX_FAILED_SENDS, skippedIds]);
}

/**
 * Sends an invitation. A person without a password also gets a link to set one, at most once per hour, because a new link
 * invalidates the previous one. If the server stops before the invitation is marked as sent, it is sent again.
 */
async function sendInvitation(
  { database, jobs, accounts, log, config }: Dependencies,
  invitation: StatementRow<typeof UNSENT_INVITATION>,
): Promise<void> {
  const { id, email, name, company, inviter } = invitation;
  const isClientAccount = invitation.account_role === "client";
  if (!invitation.user_id) {
    await accounts.invite({ email, role: "client", client: { name, company, inviter } });
  } else if (!isClientAccount) {
    // Administrators cannot be members. The inviter must not learn that the address belongs to one.
    log.info({ invitation: id }, "invitation not sent to an administrator");
  } else if (invitation.is_banned) {
    // The account was banned when another client was suspended.
    await accounts.unban(invitation.user_id);
  } else if (!invitation.is_confirmed && !invitation.has_recent_link) {
    await accounts.resendInvitation(invitation.user_id);
  }
  await database.bypassPolicies({ reason: "queue invitation emails" }, async (query) => {
    if (isClientAccount) {
      await queueEmail(query, jobs, {
        deduplicationKey: `member-invitation:${id}:${invitation.requested_at.getTime()}`,
        kind: "member-invitation",
        recipient: email,
        clientId: invitation.client_id,
        ...memberInvited(
          {
            id,
            name,
            company,
            inviter,
            inviterName: invitation.inviter_name,
            role: invitation.role,
            hasPassword: Boolean(invitation.is_confirmed),
            lastDay: getLastDay(toInstant(invitation.access_expires_at), brand.timeZone),
            expiresOn: formatInstantDate(toInstant(invitation.expires_at), brand.timeZone),
          },
          config.publicUrl,
          brand,
        ),
      });
    }
    // Skip the update if the invitation was resent after it was read. Compare milliseconds, because a JavaScript Date
    // has no microseconds.
    await query(
      `update public.client_invitations set email_queued_at = now()
        where id = $1 and date_trunc('milliseconds', requested_at) = $2`,
      [id, invitation.requested_at],
    );
  });
}
