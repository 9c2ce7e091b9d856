import * as z from "zod/mini";
import { PersonName } from "#domain/clients/account-settings.ts";
import { ClientEmail } from "#domain/clients/client-form.ts";
import { type ClientRole, ClientRoleName } from "#domain/clients/members/role.ts";
import { type CalendarDate, dateInTimeZone, isCalendarDate } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";
import type { StatusBadge } from "#domain/status.ts";

/** A person who can access a client, as shown to its owners and to administrators. */
export type ClientMember = {
  id: string;
  userId: string;
  email: string;
  /** Empty if unknown. */
  name: string;
  role: ClientRole;
  isPrimaryContact: boolean;
  isYou: boolean;
  hasSecondFactor: boolean;
  joinedAt: Instant;
  suspendedAt: Instant | null;
  expiresAt: Instant | null;
  lastSeenAt: Instant | null;
  lastSignInAt: Instant | null;
};

/** A pending invitation. */
export type MemberInvitation = {
  id: string;
  email: string;
  name: string;
  role: ClientRole;
  accessExpiresAt: Instant | null;
  sentAt: Instant;
  expiresAt: Instant;
};

/** Members, open invitations and the second-factor requirement of a client. */
export type ClientPeople = {
  members: ClientMember[];
  invitations: MemberInvitation[];
  requiresSecondFactor: boolean;
};

/** An invitation for the signed-in user. `inviter` is a name or an email address, and empty if the firm sent it. */
export type OwnInvitation = Pick<MemberInvitation, "id" | "role" | "accessExpiresAt" | "expiresAt"> & {
  company: string;
  inviter: string;
};

/** The last day of the access. Null or empty if it does not end. */
const LastDay = z.pipe(
  z.nullable(z.string().check(z.refine((text) => text === "" || isCalendarDate(text), "Enter a valid date"))),
  z.transform((text): CalendarDate | null => (text && isCalendarDate(text) ? text : null)),
);

const ownersKeepAccess = z.refine<{ role: ClientRole; lastDay: CalendarDate | null }>(
  ({ role, lastDay }) => role !== "owner" || lastDay === null,
  { error: "An owner's access can't have a last day. Clear the date.", path: ["lastDay"] },
);

/** Request to change a member's role and the last day of the access. */
export const ChangeMember = z.object({ role: ClientRoleName, lastDay: LastDay }).check(ownersKeepAccess);
export type ChangeMember = z.infer<typeof ChangeMember>;

/** Request to invite a person to a client. */
export const InviteMember = z
  .object({
    email: ClientEmail,
    name: PersonName,
    role: ClientRoleName,
    lastDay: LastDay,
  })
  .check(ownersKeepAccess);
export type InviteMember = z.infer<typeof InviteMember>;

/** Request to delete the data of a person who is or was a member of a client, or is invited. */
export const EraseMember = z.object({ email: ClientEmail });

/** Returns the last day of access that ends at an instant, which is a midnight in the firm's time zone. */
export function getLastDay(expiresAt: Instant | null, timeZone: string): CalendarDate | null {
  return expiresAt && dateInTimeZone(new Date(Date.parse(expiresAt) - 1), timeZone);
}

/** The name to show for a person whose name may be unknown. */
export function getMemberName({ name, email }: { name: string; email: string }): string {
  return name || email;
}

export function isActiveMember(
  { suspendedAt, expiresAt }: Pick<ClientMember, "suspendedAt" | "expiresAt">,
  now: Date,
): boolean {
  return suspendedAt === null && (expiresAt === null || Date.parse(expiresAt) > now.getTime());
}

export function memberStatusBadge(member: ClientMember, now: Date): StatusBadge {
  if (member.suspendedAt) {
    return { label: "Suspended", tone: "negative" };
  }
  return isActiveMember(member, now)
    ? { label: "Active", tone: "positive" }
    : { label: "Access ended", tone: "neutral" };
}

/** Whether an address belongs to a domain that none of the client's active owners uses. */
export function hasUnfamiliarDomain(
  email: string,
  members: readonly Pick<ClientMember, "email" | "role" | "suspendedAt">[],
): boolean {
  const domain = getDomain(email);
  const ownerDomains = members
    .filter(({ role, suspendedAt }) => role === "owner" && suspendedAt === null)
    .map((owner) => getDomain(owner.email));
  return domain !== "" && ownerDomains.length > 0 && !ownerDomains.includes(domain);
}

function getDomain(email: string): string {
  return email.trim().toLowerCase().split("@")[1] ?? "";
}
