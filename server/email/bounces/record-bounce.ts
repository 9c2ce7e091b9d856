import type { Query } from "#server/database/database.ts";
import type { BounceReport } from "#server/email/bounces/bounce-report.ts";
import { newMessageId, toStoredMessageId } from "#server/email/message-id.ts";
import { emailJobKey } from "#server/email/outbox.ts";
import type { Jobs } from "#server/jobs/queue/queue.ts";

/**
 * The effect of a report. "unmatched": no stored email was sent to the reported recipient. "not_a_failure": the email was
 * delivered, relayed or expanded.
 */
export type BounceOutcome = "bounced" | "already_bounced" | "delayed" | "not_a_failure" | "unmatched";

const UNMATCHED = { outcome: "unmatched", emailId: null } as const;
const MAX_REASON_LENGTH = 300;

/**
 * Marks the email named by a report as bounced if the report says that delivery to its recipient failed. Repeated reports
 * change nothing. Only the recipient and the mail servers in between know the Message-ID, so reports can't be guessed.
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
  // The lock waits for a worker that has not recorded yet that the email was sent.
  const [email] = await query(
    "select id, recipient, status, bounced_at from private.email_outbox where message_id = $1 for update",
    [messageId],
  );
  const matching = report.recipients.filter(
    ({ addresses }) => email && addresses.includes(email.recipient.toLowerCase()),
  );
  if (!email || matching.length === 0) {
    return UNMATCHED;
  }
  const failed = matching.find(({ action }) => action === "failed");
  if (!failed) {
    const isDelayed = matching.some(({ action }) => action === "delayed");
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
    [email.id, now, failed.status, toShortLine(failed.diagnostic)],
  );
  return { outcome: "bounced", emailId: email.id };
}

/**
 * Sends a bounced email to the same address again. It gets a new Message-ID, so that a late report of the first delivery
 * does not mark it as bounced.
 * @returns "textless" if its text was deleted after sending, null if it did not bounce.
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
    [id, newMessageId()],
  );
  await jobs.add(query, "send-email", { id }, { key: emailJobKey(id) });
  return "queued";
}

/** Reduces untrusted text to one line without control or bidirectional formatting characters. */
function toShortLine(text: string): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  return [...line].slice(0, MAX_REASON_LENGTH).join("");
}
