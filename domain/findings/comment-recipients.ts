import { type ClientMember, isActiveMember } from "#domain/clients/members/member.ts";
import { hasPermission } from "#domain/clients/members/role.ts";

type Member = Pick<ClientMember, "userId" | "role" | "suspendedAt" | "expiresAt">;

/** Whether people with the role get emails about findings. Auditors get none, and the billing role can't read findings. */
export function getsFindingEmails({ role }: Pick<Member, "role">): boolean {
  return hasPermission(role, "remediation");
}

/** The active members who get emails about findings. */
export function listFindingEmailMembers<Item extends Member>(members: readonly Item[], now: Date): Item[] {
  return members.filter((member) => getsFindingEmails(member) && isActiveMember(member, now));
}

/**
 * Suggests who gets an email about the firm's comment on a finding: the members who commented and the assignee, or the owners
 * if there are none. `members` are the ones who can get the email.
 */
export function suggestCommentRecipients(
  members: readonly Pick<Member, "userId" | "role">[],
  { authorIds, assigneeId }: { authorIds: readonly (string | null)[]; assigneeId: string | null },
): string[] {
  const involved = members.filter(({ userId }) => userId === assigneeId || authorIds.includes(userId));
  const suggested = involved.length > 0 ? involved : members.filter(({ role }) => role === "owner");
  return suggested.map(({ userId }) => userId);
}
