import { Hono } from "hono";
import { z } from "zod";
import { EMAIL_STATUSES } from "#domain/jobs/job-status.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { recordAuditEntry } from "#server/database/audit-log.ts";
import { dismissEmail, listUndeliveredEmails, resendEmail } from "#server/email/undelivered-emails.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams, validateQuery } from "#server/http/validate.ts";
import { updateInvoiceEmailSettings } from "#server/jobs/email/invoice-email-settings.ts";
import type { Services } from "#server/services.ts";

const PATH = "/emails";
const MAX_BODY_BYTES = 1024;

const EmailListQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  status: z
    .string()
    .default("")
    .pipe(z.enum(["", ...EMAIL_STATUSES])),
});
const EmailPath = z.object({ id: z.uuid() });
const InvoiceEmailSettings = z.strictObject({ newInvoices: z.boolean(), overdue: z.boolean() });

/**
 * `GET /api/admin/emails?page=&status=` lists undelivered emails without their text, which may contain a sign-in link.
 * `POST /api/admin/emails/{id}/resend` resends an email, and `…/{id}/dismiss` removes a failed one. `PUT
 * /api/admin/invoice-emails` turns invoice emails to clients on or off.
 */
export function createEmailRoutes({ database, jobs }: Pick<Services, "database" | "jobs">) {
  return new Hono<CallerEnv>()
    .get(PATH, validateQuery(EmailListQuery, "This page doesn't exist."), async (context) => {
      const params = context.req.valid("query");
      const page = await database.bypassPolicies({ reason: "list undelivered emails" }, (query) =>
        listUndeliveredEmails(query, params),
      );
      return context.json({ success: true, ...page });
    })
    .post(`${PATH}/:id/resend`, validateParams(EmailPath, emailNotFoundError), async (context) => {
      const { sub } = context.var.caller;
      const { id } = context.req.valid("param");
      const outcome = await database.bypassPolicies(
        { reason: "resend an email", actor: sub },
        async (query) => {
          const outcome = await resendEmail(query, jobs, id);
          if (outcome === "queued") {
            await recordAuditEntry(query, {
              actor: sub,
              action: "resend",
              table: "email_outbox",
              rowId: id,
            });
          }
          return outcome;
        },
      );
      if (outcome === "unknown") {
        throw emailNotFoundError();
      }
      if (outcome === "sent") {
        throw new ApiError(
          409,
          "already_sent",
          "This email has already been sent. You don't need to resend it.",
        );
      }
      if (outcome === "textless") {
        throw new ApiError(
          409,
          "text_erased",
          "This email contained a one-time link or code, so it can't be sent again.",
        );
      }
      return context.json({ success: true }, 202);
    })
    .post(`${PATH}/:id/dismiss`, validateParams(EmailPath, resolvedEmailError), async (context) => {
      const { sub } = context.var.caller;
      const { id } = context.req.valid("param");
      const outcome = await database.bypassPolicies(
        { reason: "dismiss an email", actor: sub },
        async (query) => {
          const outcome = await dismissEmail(query, id);
          if (outcome === "dismissed") {
            await recordAuditEntry(query, {
              actor: sub,
              action: "dismiss",
              table: "email_outbox",
              rowId: id,
            });
          }
          return outcome;
        },
      );
      if (outcome === "unknown") {
        throw resolvedEmailError();
      }
      if (outcome === "busy") {
        throw new ApiError(409, "busy", "This email is being sent right now.");
      }
      return context.json({ success: true });
    })
    .put(
      "/invoice-emails",
      validateJson(InvoiceEmailSettings, { maxBytes: MAX_BODY_BYTES }),
      async (context) => {
        const { caller } = context.var;
        const settings = context.req.valid("json");
        await database.asCaller(caller, (query) => updateInvoiceEmailSettings(query, settings));
        return context.json({ success: true });
      },
    );
}

function emailNotFoundError(): ApiError {
  return new ApiError(404, "not_found", "This email no longer exists.");
}

function resolvedEmailError(): ApiError {
  return new ApiError(404, "not_found", "This email no longer needs attention.");
}
