import { z } from "zod";
import { brand } from "#brand";
import { formatCalendarFile, MEETING_DEFAULTS } from "#domain/bookings/meeting.ts";
import { type CalendarPerson, formatCalendarEvent } from "#domain/calendar/calendar-file.ts";
import { CALENDAR_PRODUCT } from "#server/consultations/calendar-event.ts";
import { listAttachedDocuments, readAttachment } from "#server/email/attached-documents.ts";
import type { EmailBlock } from "#server/email/content.ts";
import { renderHtml, type Sender } from "#server/email/render-html.ts";
import { addSignature } from "#server/email/render-text.ts";
import { HAS_SECRET_LINK } from "#server/email/secret-links.ts";
import { getSender } from "#server/email/sender.ts";
import {
  type EmailAttachment,
  type EmailMessage,
  type EmailTransport,
  MAX_SEND_MS,
} from "#server/email/transport.ts";
import type { JobAttempt, JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

const PayloadSchema = z.object({ id: z.uuid() });

/** Must exceed the transport's timeout, so that the transaction outlasts a slow send. */
const TRANSACTION_TIMEOUT_MS = MAX_SEND_MS + 60_000;

/**
 * Sends one email from the outbox. Locks its row until the mail server responds, so that two workers cannot both send
 * it. A failure is stored in the row and thrown, so that the queue retries.
 */
export function createSendEmailJob(
  services: Pick<Services, "database" | "files" | "log" | "now">,
  { transport, from, sender }: { transport: EmailTransport; from: string; sender: Sender },
): JobHandler {
  // Use the sender's domain in the Message-ID, because spam filters compare the two.
  const senderDomain = /@([\w.-]+)/.exec(from)?.[1] ?? "localhost";
  const { email: senderAddress } = getSender({ email: { from } });
  return async (payload, attempt: JobAttempt = { isLast: false }) => {
    const { id } = PayloadSchema.parse(payload);
    const failure = await services.database.bypassPolicies(
      { reason: "send a queued email" },
      async (query) => {
        // Raise the timeout: if a slow mail server caused the transaction to abort, the email would be sent twice.
        await query("select set_config('idle_in_transaction_session_timeout', $1, true)", [
          String(TRANSACTION_TIMEOUT_MS),
        ]);
        const [email] = await query(
          `select recipient, reply_to, subject, body_text, body_blocks, message_id
           from private.email_outbox where id = $1 and status in ('queued', 'failed') for update`,
          [id],
        );
        if (!email) {
          return null;
        }
        const documents = await listAttachedDocuments(query, email.body_blocks);
        const message = {
          messageId: email.message_id.replace(/@.*/, `@${senderDomain}`),
          from,
          to: email.recipient,
          replyTo: email.reply_to,
          subject: email.subject,
          text: addSignature(email.body_text, sender),
          html: await renderHtml({ subject: email.subject, blocks: email.body_blocks }, sender),
          attachments: createAttachments(email.body_blocks, services.now()),
          ...createInvitation(email.body_blocks, {
            organizer: { name: brand.name, email: senderAddress },
            now: services.now(),
          }),
        };
        const error = await Promise.all(documents.map((document) => readAttachment(services.files, document)))
          .then((files) =>
            transport.send(
              { ...message, attachments: [...message.attachments, ...files] },
              attempt.stopSignal,
            ),
          )
          .then(() => null)
          .catch((sendError: Error) => sendError);
        if (error) {
          await query(
            `update private.email_outbox set attempts = attempts + 1, last_error = $2,
                    status = case when $3 then 'failed' else 'queued' end where id = $1`,
            [id, error.message.slice(0, 500), attempt.isLast],
          );
        } else {
          await query(
            `update private.email_outbox set attempts = attempts + 1, status = 'sent', sent_at = $2, last_error = null,
                    body_text = case when ${HAS_SECRET_LINK} then '' else body_text end,
                    body_blocks = case when ${HAS_SECRET_LINK} then '[]' else body_blocks end
              where id = $1`,
            [id, services.now()],
          );
        }
        return error;
      },
    );
    if (failure) {
      services.log.warn({ emailId: id, reason: failure.message.slice(0, 200) }, "email not sent");
      throw failure;
    }
  };
}

/** Creates a calendar file for each meeting in the email. */
function createAttachments(blocks: readonly EmailBlock[], now: Date): EmailAttachment[] {
  return blocks
    .filter((block) => block.type === "calendar")
    .map(({ meeting, isCancelled }) => ({
      filename: `meeting-${meeting.scheduled_at.slice(0, 10)}.ics`,
      content: formatCalendarFile({ ...MEETING_DEFAULTS, ...meeting }, brand, { now, isCancelled }),
      contentType: `text/calendar; charset=utf-8; method=${isCancelled ? "CANCEL" : "PUBLISH"}`,
    }));
}

/** Creates the invitation in the email, if it has one. Calendars offer to accept it only if the sender organizes the event. */
function createInvitation(
  blocks: readonly EmailBlock[],
  { organizer, now }: { organizer: CalendarPerson; now: Date },
): Pick<EmailMessage, "invitation"> {
  const block = blocks.find(({ type }) => type === "invitation");
  if (block?.type !== "invitation") {
    return {};
  }
  const { method, event, attendee } = block;
  const content = formatCalendarEvent(event, { product: CALENDAR_PRODUCT, method, organizer, attendee, now });
  return { invitation: { method, content } };
}
