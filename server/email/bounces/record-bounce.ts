import type { Query } from "#server/database/database.ts";
import type { BounceReport } from "#server/email/bounces/bounce-report.ts";
import { createMessageId, toStoredMessageId } from "#server/email/message-id.ts";
import { emailJobKey } from "#server/email/outbox.ts";
import type { Jobs } from "#server/jobs/queue/queue.ts";

/**
 * The result of recording a report. `unmatched`: no sent email matches its Message-ID and recipient. `not_a_failure`:
 * the email was delivered, relayed or expanded.
 */
export type BounceOutcome = "bounced" | "already_bounced" | "delayed" | "not_a_failure" | "unmatched";

const UNMATCHED = { outcome: "unmatched", emailId: null } as const;
const MAX_REASON_LENGTH = 300;

/**
 * Marks the reported email as bounced if delivery to its recipient failed. Ignores repeated reports. The Message-ID is
 * random and sent only with the email itself, so others can't forge a report.
 */
export async function recordBounce(
  query: Query,
  report: BounceReport,
  now: Date,
): Promise<{ outcome: BounceOutcome; emailId: string | null }> {
  const messageId = report.messageId && toStoredMessageId(report.messageId);
  if (!messageId) {
    return UNMATCHED;
  }
  // The lock waits for a worker that sent the email but has not recorded it yet.
  const [email] = await query(
    "select id, recipient, status, bounced_at from private.email_outbox where message_id = $1 for update",
    [messageId],
  );
  const matchingRecipients = report.recipients.filter(
    ({ addresses }) => email && addresses.includes(email.recipient.toLowerCase()),
  );
  if (!email || matchingRecipients.length === 0) {
    return UNMATCHED;
  }
  const failedRecipient = matchingRecipients.find(({ action }) => action === "failed");
  if (!failedRecipient) {
    const isDelayed = matchingRecipients.some(({ action }) => action === "delayed");
    return { outcome: isDelayed ? "delayed" : "not_a_failure", emailId: email.id };
  }
  if (email.bounced_at) {
    return { outcome: "already_bounced", emailId: email.id };
  }
  if (email.status !== "sent") {
    return UNMATCHED;
  }
  await query(
    "update private.email_outbox set bounced_at = $2, bounce_status = $3, bounce_reason = $4 where id = $1",
    [email.id, now, failedRecipient.status, toShortLine(failedRecipient.diagnostic)],
  );
  return { outcome: "bounced", emailId: email.id };
}

/**
 * Queues a bounced email for another delivery to the same address. Assigns a new Message-ID, so that a late report
 * about the first delivery does not mark it as bounced.
 * @returns "textless" if its text was deleted after sending, null if the email did not bounce.
 */
export async function resendBouncedEmail(
  query: Query,
  jobs: Jobs,
  id: string,
): Promise<"queued" | "textless" | null> {
  const [bounced] = await query(
    `select body_text = '' as is_textless from private.email_outbox
      where id = $1 and status = 'sent' and bounced_at is not null for update`,
    [id],
  );
  if (!bounced) {
    return null;
  }
  if (bounced.is_textless) {
    return "textless";
  }
  await query(
    `update private.email_outbox
        set status = 'queued', attempts = 0, sent_at = null, message_id = $2,
            bounced_at = null, bounce_status = null, bounce_reason = null
      where id = $1`,
    [id, createMessageId()],
  );
  await jobs.add(query, "send-email", { id }, { key: emailJobKey(id) });
  return "queued";
}

/** Reduces untrusted text to one line without control or bidirectional formatting characters. */
function toShortLine(text: string): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  return [...line].slice(0, MAX_REASON_LENGTH).join("");
}
