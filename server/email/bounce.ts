import type { Query } from "#server/database.ts";
import type { BounceReport } from "#server/email/bounce-report.ts";
import { keptMessageId, newMessageId } from "#server/email/message-id.ts";
import type { Jobs } from "#server/jobs/queue.ts";

/**
 * What became of a report. "unmatched": it is about no mail that was sent to that recipient, or one that is kept no
 * longer; "not_a_failure": delivered, relayed or expanded.
 */
export type BounceOutcome = "bounced" | "already_bounced" | "delayed" | "not_a_failure" | "unmatched";

type SentMail = { id: string; recipient: string; state: string; bounced_at: Date | null };

const UNMATCHED = { outcome: "unmatched", mail: null } as const;
const LONGEST_REASON = 300;

/**
 * Marks the one mail that the report is about as bounced, if it was sent to a recipient the report names as failed; a
 * second report of it changes nothing. Its Message-ID is known to nobody but the recipient and the mail servers between.
 */
export async function recordBounce(
  query: Query,
  report: BounceReport,
  now: Date,
): Promise<{ outcome: BounceOutcome; mail: string | null }> {
  const kept = report.messageId && keptMessageId(report.messageId);
  if (!kept) return UNMATCHED;
  // A report may be here before the sending is noted: whatever holds the row is waited for.
  const [mail] = await query<SentMail>(
    "select id, recipient, state, bounced_at from private.mail_outbox where message_id = $1 for update",
    [kept],
  );
  const named = report.recipients.filter(
    ({ addresses }) => mail && addresses.includes(mail.recipient.toLowerCase()),
  );
  if (!mail || named.length === 0) return UNMATCHED;
  const failed = named.find(({ action }) => action === "failed");
  if (!failed) {
    const isDelayed = named.some(({ action }) => action === "delayed");
    return { outcome: isDelayed ? "delayed" : "not_a_failure", mail: mail.id };
  }
  if (mail.bounced_at) return { outcome: "already_bounced", mail: mail.id };
  if (mail.state !== "sent") return UNMATCHED;
  await query(
    "update private.mail_outbox set bounced_at = $2, bounce_status = $3, bounce_reason = $4 where id = $1",
    [mail.id, now, failed.status, oneShortLine(failed.diagnostic)],
  );
  return { outcome: "bounced", mail: mail.id };
}

/**
 * Sends a mail that came back once more, to the same address and as a new message, so that a late report of the first
 * one does not count against it.
 * @returns "textless" for one whose text was forgotten when it was sent, null for one that did not come back.
 */
export async function sendBouncedAgain(
  query: Query,
  jobs: Jobs,
  id: string,
): Promise<"queued" | "textless" | null> {
  const [bounced] = await query<{ is_textless: boolean }>(
    `select body_text = '' as is_textless from private.mail_outbox
      where id = $1 and state = 'sent' and bounced_at is not null for update`,
    [id],
  );
  if (!bounced) return null;
  if (bounced.is_textless) return "textless";
  await query(
    `update private.mail_outbox
        set state = 'queued', attempts = 0, sent_at = null, message_id = $2,
            bounced_at = null, bounce_status = null, bounce_reason = null
      where id = $1`,
    [id, newMessageId()],
  );
  await jobs.add(query, "send-mail", { id }, { key: `mail:${id}` });
  return "queued";
}

/** A stranger's words as plain text of one line: no controls, nothing that turns the direction of writing. */
function oneShortLine(words: string): string {
  const line = words.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  return [...line].slice(0, LONGEST_REASON).join("");
}
