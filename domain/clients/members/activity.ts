import * as z from "zod/mini";
import { CLIENT_ROLES, ClientRoleName } from "#domain/clients/members/role.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { toCsv } from "#domain/text/csv.ts";
import type { Tables } from "#supabase/database.types.ts";

/** An entry of a client's activity log. `details` depends on the action. */
export type ActivityEntry = Pick<
  Tables<"client_activity">,
  "id" | "at" | "actor_role" | "actor" | "action" | "subject"
> & { details?: unknown };

type Action = ActivityEntry["action"];

/** Groups of actions, by which the log can be filtered. */
export const ACTIVITY_GROUPS = {
  "sign-ins": { label: "Sign-ins", actions: ["signed-in"] },
  documents: { label: "Documents", actions: ["downloaded", "previewed"] },
  access: {
    label: "Access",
    actions: [
      "invited",
      "invitation-resent",
      "invitation-revoked",
      "invitation-declined",
      "joined",
      "role-changed",
      "expiry-changed",
      "suspended",
      "restored",
      "removed",
      "second-factor-required",
      "second-factor-optional",
      "access-reviewed",
    ],
  },
  requests: {
    label: "Requests",
    actions: [
      "booking-requested",
      "quote-requested",
      "meeting-requested",
      "plan-change-requested",
      "plan-cancellation-requested",
      "plan-keeping-requested",
    ],
  },
  proposals: {
    label: "Proposals",
    actions: ["proposal-accepted", "proposal-declined", "milestone-accepted"],
  },
} satisfies Record<string, { label: string; actions: readonly Action[] }>;

export type ActivityGroup = keyof typeof ACTIVITY_GROUPS;

/** Actions that change who has access, which an access review lists. */
export const ACCESS_CHANGES: readonly Action[] = [
  "joined",
  "role-changed",
  "expiry-changed",
  "suspended",
  "restored",
  "removed",
  "second-factor-required",
  "second-factor-optional",
];

/** Returns what happened as a sentence without its subject, such as "invited grace@example.com as Billing". */
export function describeActivity({ action, actor, subject, details }: ActivityEntry): string {
  const role = (key: string) => formatRole(details, key);
  switch (action) {
    case "signed-in":
      return "signed in";
    case "downloaded":
      return `downloaded ${subject}`;
    case "previewed":
      return `previewed ${subject}`;
    case "invited":
      return `invited ${subject} as ${role("role")}`;
    case "invitation-resent":
      return `resent the invitation for ${subject}`;
    case "invitation-revoked":
      return `revoked the invitation for ${subject}`;
    case "invitation-declined":
      return "declined the invitation";
    case "joined":
      // People who accept an invitation are the actor and the subject.
      return actor === subject ? `joined as ${role("role")}` : `added ${subject} as ${role("role")}`;
    case "role-changed":
      return `changed the role of ${subject} from ${role("from")} to ${role("to")}`;
    case "expiry-changed":
      return `changed the last day of access for ${subject}`;
    case "suspended":
      return `suspended access for ${subject}`;
    case "restored":
      return `restored access for ${subject}`;
    case "removed":
      return `removed ${subject}`;
    case "second-factor-required":
      return "required two-factor authentication";
    case "second-factor-optional":
      return "made two-factor authentication optional";
    case "access-reviewed":
      return "reviewed who has access";
    case "booking-requested":
      return `requested ${subject}`;
    case "quote-requested":
      return `requested a quote for ${subject}`;
    case "meeting-requested":
      return `requested a meeting: ${subject}`;
    case "plan-change-requested":
      return "requested a plan change";
    case "plan-cancellation-requested":
      return "requested to cancel the plan";
    case "plan-keeping-requested":
      return "requested to keep the plan";
    case "proposal-accepted":
      return `accepted the proposal ${subject}`;
    case "proposal-declined":
      return `declined the proposal ${subject}`;
    case "milestone-accepted":
      return `accepted the milestone ${subject}`;
  }
}

/** Returns the actor's email address, or the name of the firm. */
export function getActor({ actor, actor_role }: ActivityEntry, firm: string): string {
  return actor || (actor_role === "admin" ? firm : "System");
}

/** Returns a whole sentence for what the system did, if "System" is not a good subject. Otherwise null. */
export function describeAutomaticActivity({
  actor,
  actor_role,
  action,
  subject,
}: ActivityEntry): string | null {
  const isAutomatic = !actor && actor_role === "system";
  return isAutomatic && action === "milestone-accepted"
    ? `Milestone ${subject} accepted automatically`
    : null;
}

/** Formats entries as CSV with times in UTC. */
export function activityToCsv(entries: readonly ActivityEntry[], firm: string): string {
  return toCsv([
    ["Time (UTC)", "By", "Action"],
    ...entries.map((entry) => [formatUtcTime(entry.at), getActor(entry, firm), describeActivity(entry)]),
  ]);
}

/** Formats "2026-11-24 09:30". */
export function formatUtcTime(at: Instant): string {
  return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}

function formatRole(details: ActivityEntry["details"], key: string): string {
  const parsed = z.record(z.string(), z.unknown()).safeParse(details);
  const role = ClientRoleName.safeParse(parsed.data?.[key]);
  return role.success ? CLIENT_ROLES[role.data].label : "an unknown role";
}
