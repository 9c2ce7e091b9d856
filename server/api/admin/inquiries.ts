import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { brand } from "#brand";
import { InquiryNotes, InquiryReply } from "#domain/inquiries/inquiry.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { getFirmRecipients } from "#server/email/firm-email.ts";
import { inquiryReply } from "#server/email/messages/inquiry-reply.ts";
import { queueEmail } from "#server/email/outbox.ts";
import { ApiError } from "#server/http/errors.ts";
import { parseJsonBody } from "#server/http/json-body.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 64 * 1024;
type Parts = Pick<Services, "database" | "jobs" | "now" | "config">;

/**
 * `POST /api/admin/inquiries/{id}` saves status and notes. `POST /api/admin/inquiries/{id}/reply` emails a reply and
 * stops the 24-hour clock. Browsers cannot write to this table directly.
 */
export function inquiryRoutes({ database, jobs, now, config }: Parts): Hono<CallerEnv> {
  const app = new Hono<CallerEnv>();
  const limited = bodyLimit({ maxSize: MAX_BODY_BYTES });
  app.post("/inquiries/:id", limited, async (context) => {
    const { caller } = context.var;
    const { status, notes } = await parseJsonBody(context, InquiryNotes);
    const id = parseInquiryId(context);
    await database.asCaller(caller, async (query) => {
      const changed = await query(
        "update endpoints.contact_inquiries set status = $2, notes = $3 where id = $1 returning id",
        [id, status, notes],
      );
      if (changed.length === 0) {
        throw unknownInquiryError();
      }
    });
    return context.json({ success: true });
  });
  app.post("/inquiries/:id/reply", limited, async (context) => {
    const { sub } = context.var.caller;
    const { message } = await parseJsonBody(context, InquiryReply);
    const id = parseInquiryId(context);
    await database.bypassPolicies({ reason: "reply to an inquiry", actor: sub }, async (query) => {
      const [inquiry] = await query<{ reference: string; name: string; email: string }>(
        `update public.contact_inquiries set status = 'replied', replied_at = coalesce(replied_at, $2)
          where id = $1 returning reference, name, email`,
        [id, now()],
      );
      if (!inquiry) {
        throw unknownInquiryError();
      }
      await queueEmail(query, jobs, {
        deduplicationKey: `inquiry-reply:${id}:${now().getTime()}`,
        kind: "inquiry-reply",
        recipient: inquiry.email,
        replyTo: (await getFirmRecipients(query, config))[0],
        ...inquiryReply(inquiry, message, brand),
      });
    });
    return context.json({ success: true });
  });
  return app;
}

function parseInquiryId(context: Context): string {
  const id = z.guid().safeParse(context.req.param("id"));
  if (!id.success) {
    throw unknownInquiryError();
  }
  return id.data;
}

function unknownInquiryError(): ApiError {
  return new ApiError(404, "unknown_inquiry", "This inquiry no longer exists.");
}
