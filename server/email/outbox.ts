import type { Query } from "#server/database/database.ts";
import type { EmailContent } from "#server/email/content.ts";
import { createMessageId } from "#server/email/message-id.ts";
import { renderText } from "#server/email/render-text.ts";
import { callerJobs, type Jobs } from "#server/jobs/queue/queue.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

export type EmailKind = ClosedSets["private.email_outbox.kind"];

/** An email to queue. Only one email is sent per `deduplicationKey`, even if its cause is processed again. */
export type OutgoingEmail = EmailContent & {
  deduplicationKey: string;
  kind: EmailKind;
  recipient: string;
  replyTo?: string;
  /** The client that the email is about. */
  clientId?: string;
};

/** Anonymous visitors can trigger thousands of these emails, so all other jobs run first. */
const LOW_PRIORITY_KINDS: ReadonlySet<EmailKind> = new Set(["inquiry", "inquiry-acknowledgement"]);
const LOW_PRIORITY = 10;

/**
 * Queues an email in the caller's transaction. It is sent if and only if the transaction commits.
 * @returns false if an email with this deduplication key already exists.
 */
export async function queueEmail(query: Query, jobs: Jobs, email: OutgoingEmail): Promise<boolean> {
  const [row] = await query(
    `insert into private.email_outbox
            (deduplication_key, kind, recipient, reply_to, subject, body_text, body_blocks, message_id, client_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (deduplication_key) do nothing
     returning id`,
    toOutboxValues(email),
  );
  if (!row) {
    return false;
  }
  await addSendJob(query, jobs, row.id, email.kind);
  return true;
}

/** Queues an email as the calling administrator. `query` must come from `asCaller`. */
export async function queueCallerEmail(query: Query, email: OutgoingEmail): Promise<void> {
  const [row] = await query(
    "select endpoints.queue_email($1, $2, $3, $4, $5, $6, $7, $8, $9) as id",
    toOutboxValues(email),
  );
  if (row?.id) {
    await addSendJob(query, callerJobs, row.id, email.kind);
  }
}

function toOutboxValues(email: OutgoingEmail) {
  return [
    email.deduplicationKey,
    email.kind,
    toSingleLine(email.recipient),
    email.replyTo ? toSingleLine(email.replyTo) : null,
    toSingleLine(email.subject),
    renderText(email.blocks),
    JSON.stringify(email.blocks),
    createMessageId(),
    email.clientId ?? null,
  ] as const;
}

async function addSendJob(query: Query, jobs: Jobs, id: string, kind: EmailKind): Promise<void> {
  const priority = LOW_PRIORITY_KINDS.has(kind) ? LOW_PRIORITY : 0;
  await jobs.add(query, "send-email", { id }, { key: emailJobKey(id), priority });
}

/** Returns the queue key of the job that sends an email. */
export function emailJobKey(id: string): string {
  return `email:${id}`;
}

// Prevents header injection, because a line break in a header value would start another header.
function toSingleLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
