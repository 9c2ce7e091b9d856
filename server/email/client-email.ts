import type { ClientPermission } from "#domain/clients/members/role.ts";
import type { Query } from "#server/database/database.ts";
import type { StatementRow } from "#server/database/query.ts";
import type { OutgoingEmail } from "#server/email/outbox.ts";

const RECIPIENTS = `
  select member.client_id, account.id as user_id, account.email, member.role,
         coalesce(nullif(member.name, ''), case when client.user_id = account.id then client.contact_person end, '') as name
    from public.client_members as member
    join public.clients as client on client.id = member.client_id
    join public.users as account on account.id = member.user_id and account.email <> ''
   where member.client_id = any($1::uuid[]) and member.suspended_at is null
     and (member.expires_at is null or member.expires_at > now())
     and ($2::text is null
          or member.role <> 'auditor'
             and exists (select from public.client_role_permissions as granted
                          where granted.role = member.role and granted.permission = $2))
   order by client.user_id is not distinct from account.id desc, member.role = 'owner' desc, member.joined_at, member.id`;

/** A member who receives an email about the client. `name` is empty if unknown. */
export type ClientRecipient = StatementRow<typeof RECIPIENTS>;

/**
 * Lists the active members whose role has a permission, the primary contact first. Pass null to list all active members.
 * A permission excludes auditors, because they have read-only access.
 */
export function listClientRecipients(
  query: Query,
  clientId: string,
  permission: ClientPermission | null,
): Promise<ClientRecipient[]> {
  return query(RECIPIENTS, [[clientId], permission]);
}

/** Lists the recipients of several clients like `listClientRecipients`, by client id. Clients without any are omitted. */
export async function listRecipientsByClient(
  query: Query,
  clientIds: readonly string[],
  permission: ClientPermission | null,
): Promise<Map<string, ClientRecipient[]>> {
  const recipients = await query(RECIPIENTS, [[...new Set(clientIds)], permission]);
  return Map.groupBy(recipients, ({ client_id }) => client_id);
}

/** Lists the recipients of emails about a booking: the active member who requested it, and all owners. */
export async function listBookingRecipients(
  query: Query,
  booking: { client_id: string; created_by: string | null },
): Promise<ClientRecipient[]> {
  const recipients = await listClientRecipients(query, booking.client_id, "requests");
  return recipients.filter(({ role, user_id }) => role === "owner" || user_id === booking.created_by);
}

/**
 * Queues an email for each recipient with the queue function, such as `queueEmail`. The first one gets the deduplication
 * key, so that jobs find what they have announced, and the others get the key with their account.
 */
export async function queueClientEmails(
  recipients: readonly ClientRecipient[],
  createEmail: (recipient: ClientRecipient) => Omit<OutgoingEmail, "recipient">,
  queue: (email: OutgoingEmail) => Promise<unknown>,
): Promise<void> {
  for (const [index, recipient] of recipients.entries()) {
    const email = createEmail(recipient);
    const deduplicationKey =
      index === 0 ? email.deduplicationKey : `${email.deduplicationKey}:${recipient.user_id}`;
    await queue({ ...email, deduplicationKey, recipient: recipient.email, clientId: recipient.client_id });
  }
}
