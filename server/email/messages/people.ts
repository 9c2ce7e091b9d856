import type { Brand } from "#brand";
import { CLIENT_ROLES, type ClientRole } from "#domain/clients/members/role.ts";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { formatPerson } from "#domain/text/format-person.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import {
  button,
  contactSentence,
  details,
  type EmailContent,
  greeting,
  paragraph,
  reasonFootnote,
  signature,
  withTitle,
} from "#server/email/content.ts";

type Firm = Pick<Brand, "name" | "contactEmail">;

/**
 * `inviter` is an email address, and empty if the firm sent the invitation. `inviterName` is null if it is unknown. `hasPassword` is false for a person who
 * has not used the link in an earlier invitation.
 */
type Invitation = {
  id: string;
  name: string;
  company: string;
  inviter: string;
  inviterName: string | null;
  role: ClientRole;
  hasPassword: boolean;
  /** The last day of access in the firm's time zone. Null if the access does not expire. */
  lastDay: CalendarDate | null;
  expiresOn: string;
};

/** Sent to a person who already has an account. New accounts get an email with a link to set a password. */
export function memberInvited(invitation: Invitation, publicUrl: string, brand: Firm): EmailContent {
  const { id, name, company, inviter, inviterName, role, lastDay, expiresOn } = invitation;
  const { label, access } = CLIENT_ROLES[role];
  return withTitle(
    (shorten) =>
      inviterName
        ? `${shorten(inviterName)} invited you to ${shorten(company)}`
        : `Join ${shorten(company)} in the ${brand.name} client portal`,
    [
      greeting(name),
      paragraph(
        `${formatPerson(inviterName, inviter) || brand.name} invited you to ${company}'s client portal at ${brand.name}.`,
      ),
      paragraph(`You'll have access to ${access}.`),
      details(["Role", label], ...(lastDay ? [["Last day of access", formatDate(lastDay)] as const] : []), [
        "Invitation expires",
        expiresOn,
      ]),
      button("View invitation", `${publicUrl}/client-portal?invitation=${id}`),
      paragraph("Sign in with this email address to accept or decline."),
      ...(invitation.hasPassword
        ? []
        : [
            paragraph(
              "No password yet? Use the link in our earlier invitation, or choose Forgot password? on the sign-in page.",
            ),
          ]),
      contactSentence("Not expecting this? Let us know at", brand),
      signature(brand),
      reasonFootnote(`${inviter || brand.name} invited this email address.`),
    ],
  );
}

/** A change to a person's access. `person.name` is null if it is unknown. */
export type AccessChange = {
  kind: "joined" | "role-changed" | "suspended" | "restored" | "removed";
  company: string;
  person: { name: string | null; email: string };
  role: ClientRole;
  /** From `formatPerson`. Empty if the firm made the change. */
  actor: string;
  time: string;
};

/** Sent to the person whose access changed. Not sent for `joined`. */
export function ownAccessChanged(
  change: AccessChange & { kind: Exclude<AccessChange["kind"], "joined"> },
  name: string | undefined,
  publicUrl: string,
  brand: Firm,
): EmailContent {
  const { text } = describeOwnChange(change, change.company);
  const hasAccess = change.kind === "role-changed" || change.kind === "restored";
  return withTitle(
    (shorten) => describeOwnChange(change, shorten(change.company)).title,
    [
      greeting(name),
      paragraph(text),
      ...(hasAccess ? [button("Open portal", `${publicUrl}/client-portal`)] : []),
      change.actor
        ? paragraph(`${change.actor} made this change. If this looks wrong, contact them.`)
        : contactSentence(`${brand.name} made this change. If this looks wrong, contact us at`, brand),
      signature(brand),
      reasonFootnote(`you ${hasAccess ? "have" : "had"} access to ${change.company}'s portal.`),
    ],
  );
}

function describeOwnChange({ kind, role }: Parameters<typeof ownAccessChanged>[0], company: string) {
  const { label, access } = CLIENT_ROLES[role];
  switch (kind) {
    case "role-changed":
      return {
        title: `Your role in ${company}'s portal has changed`,
        text: `Your role in ${company}'s portal is now ${label}. You have access to ${access}.`,
      };
    case "suspended":
      return {
        title: `Your access to ${company}'s portal is suspended`,
        text: `You can't open ${company}'s portal until your access is restored.`,
      };
    case "restored":
      return {
        title: `Your access to ${company}'s portal is restored`,
        text: `You can open ${company}'s portal again. Your role is ${label}.`,
      };
    case "removed":
      return {
        title: `Your access to ${company}'s portal has ended`,
        text: `You no longer have access to ${company}'s portal.`,
      };
  }
}

const CHANGE_NAMES = {
  joined: "Joined",
  "role-changed": "Role changed",
  suspended: "Access suspended",
  restored: "Access restored",
  removed: "Access removed",
} satisfies Record<AccessChange["kind"], string>;

/** Sent to the owners of a client, except the one who made the change. */
export function accessChangedForOwners(
  change: AccessChange,
  name: string | undefined,
  publicUrl: string,
  brand: Firm,
): EmailContent {
  const { kind, company, person, role, actor, time } = change;
  return withTitle(
    (shorten) =>
      kind === "joined"
        ? `${shorten(person.name ?? person.email)} joined ${shorten(company)}`
        : `${CHANGE_NAMES[kind]} for ${shorten(person.name ?? person.email)} at ${shorten(company)}`,
    [
      greeting(name),
      paragraph(`Access to ${company}'s portal has changed.`),
      details(
        ["Person", formatPerson(person.name, person.email)],
        ["Change", CHANGE_NAMES[kind]],
        ["Role", CLIENT_ROLES[role].label],
        ...(kind === "joined" ? [] : [["Changed by", actor || brand.name] as const]),
        ["Time", time],
      ),
      button("Review people", `${publicUrl}/client-portal?section=settings&tab=people`),
      contactSentence("If you don't recognize this change, contact us immediately at", brand),
      signature(brand),
      reasonFootnote(`you are an owner of ${company}'s portal.`),
    ],
  );
}

/** Sent to the owners of a client if no owner has reviewed who has access for 90 days. `lastReview` is null before the first. */
export function accessReviewDue(
  { company, people, lastReview }: { company: string; people: number; lastReview: string | null },
  name: string | undefined,
  publicUrl: string,
  brand: Firm,
): EmailContent {
  return withTitle(
    (shorten) => `Review who has access to ${shorten(company)}`,
    [
      greeting(name),
      paragraph(
        `${formatCount(people, "person has", "people have")} access to ${company}'s portal. ${
          lastReview ? `Access was last reviewed on ${lastReview}.` : "Access has not been reviewed yet."
        } Check that everyone still needs it, then confirm the review.`,
      ),
      button("Review access", `${publicUrl}/client-portal?section=settings&tab=access-review`),
      signature(brand),
      reasonFootnote(`you are an owner of ${company}'s portal. We remind you every 90 days.`),
    ],
  );
}
