import type { ClientPermission, ClientRole } from "#domain/clients/members/role.ts";
import { listKeys } from "#domain/status.ts";
import type { ClosedSets, Tables } from "#supabase/database.types.ts";

type EmailKind = ClosedSets["private.email_outbox.kind"];
export type EmailPreferences = Omit<Tables<"email_preferences">, "user_id">;
export type EmailTopic = keyof EmailPreferences;

/**
 * The email topics that clients can turn off, with the kind of email that each topic controls. All other kinds are
 * always sent. Same rule in SQL: `private.accepts_email`.
 */
export const EMAIL_TOPICS = {
  receipts: {
    kind: "payment-received",
    label: "Receipts",
    description: "When we receive a payment.",
  },
  payment_reminders: {
    kind: "invoice-due-soon",
    label: "Payment reminders",
    description: "Three days before a payment is due.",
  },
  documents: {
    kind: "document-ready",
    label: "Documents",
    description: "When a new document is available.",
  },
  projects: {
    kind: "project-status",
    label: "Project status",
    description: "When the status of a project changes.",
  },
  meetings: {
    kind: "meeting-reminder",
    label: "Meeting reminders",
    description: "A day and an hour before a meeting.",
  },
  messages: {
    kind: "messages-for-client",
    label: "Messages",
    description: "When a message has been unread for a minute.",
  },
  findings: {
    kind: "findings-for-client",
    label: "Findings",
    description: "When findings are published, retested or commented on.",
  },
  proposal_reminders: {
    kind: "proposal-reminder",
    label: "Proposal reminders",
    description: "A week and a day before a proposal expires.",
  },
  proposal_comments: {
    kind: "proposal-comment",
    label: "Proposal comments",
    description: "When someone comments on a proposal.",
  },
} as const satisfies Record<EmailTopic, { kind: EmailKind; label: string; description: string }>;

/** The permission that a topic's emails require. */
const TOPIC_PERMISSIONS: Record<EmailTopic, ClientPermission | null> = {
  receipts: "billing",
  payment_reminders: "billing",
  documents: null,
  projects: "projects",
  meetings: "requests",
  messages: "messages",
  findings: "findings",
  proposal_reminders: "proposals",
  proposal_comments: "proposals",
};

/** The emails that members cannot turn off, with the permission that they require. */
const REQUIRED_EMAILS: readonly { label: string; permission: ClientPermission | null }[] = [
  { label: "invoices", permission: "billing" },
  { label: "overdue notices", permission: "billing" },
  { label: "plan changes", permission: "billing" },
  { label: "answers to your requests", permission: "requests" },
  { label: "security notices", permission: null },
];

/** Lists the emails that a member always gets, such as "answers to your requests and security notices". */
export function describeRequiredEmails(permissions: readonly string[]): string {
  const labels = REQUIRED_EMAILS.filter(
    ({ permission }) => permission === null || permissions.includes(permission),
  ).map(({ label }) => label);
  return new Intl.ListFormat("en-US").format(labels);
}

/** The topics of the emails that a member gets, in display order. Auditors get only emails about documents. */
export function listEmailTopics({
  role,
  permissions,
}: {
  role: ClientRole;
  permissions: readonly string[];
}): EmailTopic[] {
  return listKeys(EMAIL_TOPICS).filter((topic) => {
    const permission = TOPIC_PERMISSIONS[topic];
    return permission === null || (role !== "auditor" && permissions.includes(permission));
  });
}
