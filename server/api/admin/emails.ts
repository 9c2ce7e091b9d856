import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { EMAIL_STATUSES } from "#domain/jobs/job-status.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { recordAuditEntry } from "#server/database/audit-log.ts";
import { dismissEmail, listUndeliveredEmails, resendEmail } from "#server/email/undelivered-emails.ts";
import { ApiError } from "#server/http/errors.ts";
import { parseJsonBody } from "#server/http/json-body.ts";
import { updateInvoiceEmailSettings } from "#server/jobs/email/invoice-email-settings.ts";
import type { Services } from "#server/services.ts";

const PATH = "/emails";
const MAX_BODY_BYTES = 1024;

const EmailListQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  state: z.enum(["", ...EMAIL_STATUSES]).default(""),
});
const InvoiceEmailSwitches = z.strictObject({ newInvoices: z.boolean(), overdue: z.boolean() });

/**
 * `GET /api/admin/emails?page=&state=` lists undelivered emails without their text, which may contain a sign-in link.
 * `POST /api/admin/emails/{id}/resend` sends one again, and `…/{id}/dismiss` removes a failed one. `PUT
 * /api/admin/invoice-emails` turns invoice emails to clients on or off.
 */
export function emailRoutes({ database, jobs }: Pick<Services, "database" | "jobs">): Hono<CallerEnv> {
  const app = new Hono<CallerEnv>();
  app.get(PATH, async (context) => {
    const params = EmailListQuery.safeParse(context.req.query());
    if (!params.success) {
      throw new ApiError(400, "invalid_input", "This page doesn't exist.");
    }
    const page = await database.bypassPolicies({ reason: "list undelivered emails" }, (query) =>
      listUndeliveredEmails(query, params.data),
    );
    return context.json({ success: true, ...page });
  });
  app.post(`${PATH}/:id/resend`, async (context) => {
    const { sub } = context.var.caller;
    const id = z.uuid().safeParse(context.req.param("id"));
    if (!id.success) {
      throw new ApiError(404, "not_found", "This email no longer exists.");
    }
    const outcome = await database.bypassPolicies(
      { reason: "resend an email", actor: sub },
      async (query) => {
        const outcome = await resendEmail(query, jobs, id.data);
        if (outcome === "queued") {
          await recordAuditEntry(query, {
            actor: sub,
            action: "resend",
            table: "email_outbox",
            rowId: id.data,
          });
        }
        return outcome;
      },
    );
    if (outcome === "unknown") {
      throw new ApiError(404, "not_found", "This email no longer exists.");
    }
    if (outcome === "sent") {
      throw new ApiError(409, "already_sent", "This email has already been sent.");
    }
    if (outcome === "textless") {
      throw new ApiError(
        409,
        "text_forgotten",
        "This email contained a one-time link or code, so it can't be sent again.",
      );
    }
    return context.json({ success: true }, 202);
  });
  app.post(`${PATH}/:id/dismiss`, async (context) => {
    const { sub } = context.var.caller;
    const id = z.uuid().safeParse(context.req.param("id"));
    const outcome = id.success
      ? await database.bypassPolicies({ reason: "dismiss an email", actor: sub }, async (query) => {
          const outcome = await dismissEmail(query, id.data);
          if (outcome === "dismissed") {
            await recordAuditEntry(query, {
              actor: sub,
              action: "dismiss",
              table: "email_outbox",
              rowId: id.data,
            });
          }
          return outcome;
        })
      : "unknown";
    if (outcome === "unknown") {
      throw new ApiError(404, "not_found", "This email no longer needs attention.");
    }
    if (outcome === "busy") {
      throw new ApiError(409, "busy", "This email is being sent right now.");
    }
    return context.json({ success: true });
  });
  app.put("/invoice-emails", bodyLimit({ maxSize: MAX_BODY_BYTES }), async (context) => {
    const { caller } = context.var;
    const switches = await parseJsonBody(context, InvoiceEmailSwitches);
    await database.asCaller(caller, (query) => updateInvoiceEmailSettings(query, switches));
    return context.json({ success: true });
  });
  return app;
}
