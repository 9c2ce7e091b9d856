import { z } from "zod";
import { ACCOUNT_MAIL } from "#server/account-mail.ts";
import { htmlOf, type Sender } from "#server/email/html.ts";
import { LONGEST_TALK_MS, type MailTransport } from "#server/email/transport.ts";
import type { Job, Tries } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";

const Payload = z.object({ id: z.uuid() });

/** The transport ends well before this, in milliseconds. */
const TALK_AT_MOST = LONGEST_TALK_MS + 60_000;

type QueuedMail = {
  recipient: string;
  reply_to: string | null;
  subject: string;
  body_text: string;
  message_id: string;
};

/**
 * Sends one message of the outbox. The row stays locked while the mail server answers, so two workers cannot both send
 * it; a failure is kept on the row and thrown, and the queue tries again later. After its last try the mail is given up.
 */
export function sendMail(
  services: Pick<Services, "database" | "log" | "now">,
  mail: MailTransport,
  from: string,
  sender: Sender,
): Job {
  // Receivers look at the identifier's domain: it should be the sender's.
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? "localhost";
  return async (payload, tries: Tries = { isLast: false }) => {
    const { id } = Payload.parse(payload);
    const failure = await services.database.bypassingPolicies(
      { reason: "send queued mail" },
      async (query) => {
        // A transaction cut off because the mail server is slow would send again what it has taken.
        await query("select set_config('idle_in_transaction_session_timeout', $1, true)", [
          String(TALK_AT_MOST),
        ]);
        const [queued] = await query<QueuedMail>(
          `select recipient, reply_to, subject, body_text, message_id
           from private.mail_outbox where id = $1 and state in ('queued', 'failed') for update`,
          [id],
        );
        if (!queued) return null;
        const message = {
          messageId: queued.message_id.replace(/@.*/, `@${domain}`),
          from,
          to: queued.recipient,
          replyTo: queued.reply_to,
          subject: queued.subject,
          text: queued.body_text,
          html: await htmlOf({ subject: queued.subject, text: queued.body_text }, sender),
        };
        const refusal = await mail
          .send(message, tries.stopping)
          .then(() => null)
          .catch((cause: Error) => cause);
        await query(
          refusal
            ? `update private.mail_outbox set attempts = attempts + 1, last_error = $2,
                      state = case when $3 then 'failed' else 'queued' end where id = $1`
            : `update private.mail_outbox set attempts = attempts + 1, state = 'sent', sent_at = $2, last_error = null,
                     body_text = case when kind like '${ACCOUNT_MAIL}%' then '' else body_text end
              where id = $1`,
          refusal ? [id, refusal.message.slice(0, 500), tries.isLast] : [id, services.now()],
        );
        return refusal;
      },
    );
    if (!failure) return;
    services.log.warn({ mail: id, reason: failure.message.slice(0, 200) }, "mail not accepted yet");
    throw failure;
  };
}
