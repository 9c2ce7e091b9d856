import type { AccessReview } from "#domain/clients/members/access-review.ts";
import { ACCESS_CHANGES } from "#domain/clients/members/activity.ts";
import type { ClientPeople } from "#domain/clients/members/member.ts";
import { ClientRoleName } from "#domain/clients/members/role.ts";
import { toInstant } from "#domain/dates/instant.ts";
import type { Query } from "#server/database/database.ts";

/** Reads the members and open invitations of a client that the caller can manage. */
export async function readPeople(query: Query, clientId: string, callerId: string): Promise<ClientPeople> {
  const members = await query(
    `select id, user_id, email, name, role, is_primary, joined_at, suspended_at, expires_at, last_seen_at,
            last_sign_in_at, has_second_factor
       from endpoints.list_client_members($1)
     -- not null: id, user_id, email, name, role, is_primary, joined_at, has_second_factor`,
    [clientId],
  );
  const invitations = await query(
    `select id, email, name, role, access_expires_at, requested_at, expires_at from public.client_invitations
      where client_id = $1 and status = 'pending' order by created_at, id`,
    [clientId],
  );
  const [client] = await query("select requires_second_factor from public.clients where id = $1", [clientId]);
  return {
    members: members.map((member) => ({
      id: member.id,
      userId: member.user_id,
      email: member.email,
      name: member.name,
      role: ClientRoleName.parse(member.role),
      isPrimaryContact: member.is_primary,
      isYou: member.user_id === callerId,
      hasSecondFactor: member.has_second_factor,
      joinedAt: toInstant(member.joined_at),
      suspendedAt: toInstant(member.suspended_at),
      expiresAt: toInstant(member.expires_at),
      lastSeenAt: toInstant(member.last_seen_at),
      lastSignInAt: toInstant(member.last_sign_in_at),
    })),
    invitations: invitations.map((invitation) => ({
      id: invitation.id,
      email: invitation.email,
      name: invitation.name,
      role: invitation.role,
      accessExpiresAt: toInstant(invitation.access_expires_at),
      sentAt: toInstant(invitation.requested_at),
      expiresAt: toInstant(invitation.expires_at),
    })),
    requiresSecondFactor: client?.requires_second_factor ?? false,
  };
}

/** Reads who has access to a client that the caller can manage, and the changes since the last review. */
export async function readAccessReview(
  query: Query,
  clientId: string,
  callerId: string,
): Promise<AccessReview> {
  const people = await readPeople(query, clientId, callerId);
  const [client] = await query("select company from public.clients where id = $1", [clientId]);
  const [lastReview] = await query(
    `select reviewed_at, reviewer from public.access_reviews where client_id = $1
      order by reviewed_at desc limit 1`,
    [clientId],
  );
  const changes = await query(
    `select id, at, actor_role, actor, action, subject, details from public.client_activity
      where client_id = $1 and action = any ($2::text[]) and at > coalesce($3::timestamptz, '-infinity')
      order by at desc, id desc limit 500`,
    [clientId, [...ACCESS_CHANGES], lastReview?.reviewed_at ?? null],
  );
  return {
    ...people,
    company: client?.company ?? "",
    lastReview: lastReview ? { at: toInstant(lastReview.reviewed_at), reviewer: lastReview.reviewer } : null,
    changes: changes.map(({ id, at, ...entry }) => ({ ...entry, id: Number(id), at: toInstant(at) })),
  };
}
