import type { Query } from "#server/database.ts";
import { newMessageId } from "#server/email/message-id.ts";
import type { Jobs } from "#server/jobs/queue.ts";

/** A message to be sent because of something: one `deduplicationKey` is sent once, however often its cause is handled. */
export type OutgoingMail = {
  deduplicationKey: string;
  kind: string;
  recipient: string;
  replyTo?: string;
  subject: string;
  text: string;
};

/** What strangers cause can come by the thousand: everything else goes before it. */
const CAUSED_BY_STRANGERS = new Set(["inquiry", "inquiry-acknowledgement"]);
const AFTER_ALL_ELSE = 10;

/**
 * Queues a message in the transaction of its cause: it is sent if and only if that commits, once the mail server can.
 * @returns whether it was new.
 */
export async function queueMail(query: Query, jobs: Jobs, mail: OutgoingMail): Promise<boolean> {
  const [row] = await query<{ id: string }>(
    `insert into private.mail_outbox (deduplication_key, kind, recipient, reply_to, subject, body_text, message_id)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (deduplication_key) do nothing
     returning id`,
    [
      mail.deduplicationKey,
      mail.kind,
      oneLine(mail.recipient),
      mail.replyTo ? oneLine(mail.replyTo) : null,
      oneLine(mail.subject),
      mail.text,
      newMessageId(),
    ],
  );
  if (!row) return false;
  await jobs.add(
    query,
    "send-mail",
    { id: row.id },
    {
      key: `mail:${row.id}`,
      priority: CAUSED_BY_STRANGERS.has(mail.kind) ? AFTER_ALL_ELSE : 0,
    },
  );
  return true;
}

// A header is one line: whatever was typed, it cannot begin a second one.
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
