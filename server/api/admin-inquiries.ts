import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { brand } from "#brand";
import { InquiryNotes, InquiryReply } from "#domain/inquiry.ts";
import { inquiryReply } from "#server/email/messages/inquiry-reply.ts";
import { queueMail } from "#server/email/outbox.ts";
import { firmRecipients } from "#server/email/to-the-firm.ts";
import { ApiError } from "#server/errors.ts";
import { jsonBody } from "#server/json-body.ts";
import type { Services } from "#server/services.ts";

const LARGEST_BODY_BYTES = 64 * 1024;
type Parts = Pick<Services, "database" | "sessions" | "jobs" | "now" | "config">;

/**
 * `POST /api/admin/inquiries/{id}` keeps state and notes; `POST /api/admin/inquiries/{id}/reply` mails whoever
 * inquired and stops the 24-hour clock. No role of a browser may write inquiries.
 */
export function adminInquiries({ database, sessions, jobs, now, config }: Parts): Hono {
  const app = new Hono();
  const limited = bodyLimit({ maxSize: LARGEST_BODY_BYTES });
  app.post("/api/admin/inquiries/:id", limited, async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const { state, notes } = await jsonBody(context, InquiryNotes);
    const id = idOf(context);
    await database.bypassingPolicies({ reason: "note about an inquiry", actor: sub }, async (query) => {
      const changed = await query(
        "update public.contact_inquiries set state = $2, notes = $3 where id = $1 returning id",
        [id, state, notes],
      );
      if (changed.length === 0) throw unknownInquiry();
    });
    return context.json({ success: true });
  });
  app.post("/api/admin/inquiries/:id/reply", limited, async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const { message } = await jsonBody(context, InquiryReply);
    const id = idOf(context);
    await database.bypassingPolicies({ reason: "reply to an inquiry", actor: sub }, async (query) => {
      const [inquiry] = await query<{ reference: string; name: string; email: string }>(
        `update public.contact_inquiries set state = 'answered', answered_at = coalesce(answered_at, $2)
          where id = $1 returning reference, name, email`,
        [id, now()],
      );
      if (!inquiry) throw unknownInquiry();
      await queueMail(query, jobs, {
        deduplicationKey: `inquiry-reply:${id}:${now().getTime()}`,
        kind: "inquiry-reply",
        recipient: inquiry.email,
        replyTo: (await firmRecipients(query, config))[0],
        ...inquiryReply(inquiry, message, brand),
      });
    });
    return context.json({ success: true });
  });
  return app;
}

function idOf(context: Context): string {
  const id = z.guid().safeParse(context.req.param("id"));
  if (!id.success) throw unknownInquiry();
  return id.data;
}

function unknownInquiry(): ApiError {
  return new ApiError(404, "unknown_inquiry", "This inquiry does not exist any more.");
}
