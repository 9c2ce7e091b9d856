import { Hono } from "hono";
import { z } from "zod";
import { brand } from "#brand";
import { firmToday } from "#domain/firm/firm-today.ts";
import { InquiryChanges, InquiryReply } from "#domain/inquiries/inquiry.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { getFirmRecipients } from "#server/email/firm-email.ts";
import { inquiryReply } from "#server/email/messages/inquiry-reply.ts";
import { queueCallerEmail } from "#server/email/outbox.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 64 * 1024;
const InquiryPath = z.object({ id: z.guid() });
type Dependencies = Pick<Services, "database" | "now" | "config">;

/**
 * `POST /api/admin/inquiries/{id}` changes the status or notes, with 409 if someone else changed the notes. `POST /api/admin/inquiries/{id}/reply` emails and
 * stores a reply and ends the 24-hour deadline. Browsers cannot write to these tables directly.
 */
export function createInquiryRoutes({ database, now, config }: Dependencies) {
  const validId = validateParams(InquiryPath, unknownInquiryError);
  return new Hono<CallerEnv>()
    .post(
      "/inquiries/:id",
      validateJson(InquiryChanges, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const { caller } = context.var;
        const { status, notes, previousNotes } = context.req.valid("json");
        const { id } = context.req.valid("param");
        await database.asCaller(caller, async (query) => {
          const [inquiry] = await query(
            "select notes from endpoints.contact_inquiries where id = $1 for update",
            [id],
          );
          if (!inquiry) {
            throw unknownInquiryError();
          }
          if (previousNotes !== undefined && inquiry.notes !== previousNotes && inquiry.notes !== notes) {
            throw new ApiError(409, "edit_conflict", "Another administrator changed these notes.");
          }
          await query(
            "update endpoints.contact_inquiries set status = coalesce($2, status), notes = coalesce($3, notes) where id = $1",
            [id, status ?? null, notes ?? null],
          );
        });
        return context.json({ success: true });
      },
    )
    .post(
      "/inquiries/:id/reply",
      validateJson(InquiryReply, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const { caller } = context.var;
        const { message } = context.req.valid("json");
        const { id } = context.req.valid("param");
        await database.asCaller(caller, async (query) => {
          const sentAt = now();
          const [inquiry] = await query(
            `update endpoints.contact_inquiries as inquiry
                set status = 'replied', replied_at = coalesce(inquiry.replied_at, $2)
               from public.contact_inquiries as received
              where inquiry.id = $1 and received.id = inquiry.id
          returning received.reference, received.name, received.email, received.message, received.created_at,
                    access.staff_name(auth.uid()) as author`,
            [id, sentAt],
          );
          if (!inquiry) {
            throw unknownInquiryError();
          }
          await query(
            "insert into endpoints.inquiry_replies (inquiry_id, message, sent_at) values ($1, $2, $3)",
            [id, message, sentAt],
          );
          await queueCallerEmail(query, {
            deduplicationKey: `inquiry-reply:${id}:${sentAt.getTime()}`,
            kind: "inquiry-reply",
            recipient: inquiry.email,
            replyTo: (await getFirmRecipients(query, config))[0],
            ...inquiryReply(
              { ...inquiry, receivedOn: firmToday(inquiry.created_at) },
              { message, author: inquiry.author },
              { publicUrl: config.publicUrl, brand },
            ),
          });
        });
        return context.json({ success: true });
      },
    );
}

function unknownInquiryError(): ApiError {
  return new ApiError(404, "unknown_inquiry", "This inquiry no longer exists.");
}
