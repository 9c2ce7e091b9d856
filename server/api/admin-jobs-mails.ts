import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { MAIL_STATES } from "#domain/background-work.ts";
import { recordAct } from "#server/audit.ts";
import { dismissMail, sendAgain, unsentMails } from "#server/email/mail-list.ts";
import { ApiError } from "#server/errors.ts";
import { switchInvoiceMails } from "#server/jobs/invoice-mails.ts";
import { jsonBody } from "#server/json-body.ts";
import type { Services } from "#server/services.ts";

const PATH = "/api/admin/mails";
const LARGEST_BODY_BYTES = 1024;

const Wanted = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  state: z.enum(["", ...MAIL_STATES]).default(""),
});
const Switches = z.strictObject({ newInvoices: z.boolean(), overdue: z.boolean() });

/**
 * `GET /api/admin/mails?page=&state=`: mails that have not been delivered, without their text, which may hold a link that
 * opens an account; `POST /api/admin/mails/{id}/send-again`, and `…/{id}/dismiss` for one that failed; `PUT
 * /api/admin/invoice-mails` switches the mails to clients about invoices.
 */
export function adminJobsMails({
  database,
  sessions,
  jobs,
}: Pick<Services, "database" | "sessions" | "jobs">): Hono {
  const app = new Hono();
  app.get(PATH, async (context) => {
    await sessions.requireAdmin(context);
    const wanted = Wanted.safeParse(context.req.query());
    if (!wanted.success) throw new ApiError(400, "invalid_input", "There is no such page of mails.");
    const page = await database.bypassingPolicies({ reason: "show unsent mail" }, (query) =>
      unsentMails(query, wanted.data),
    );
    return context.json({ success: true, ...page });
  });
  app.post(`${PATH}/:id/send-again`, async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const id = z.uuid().safeParse(context.req.param("id"));
    if (!id.success) throw new ApiError(404, "not_found", "There is no such mail.");
    const outcome = await database.bypassingPolicies(
      { reason: "send a mail again", actor: sub },
      async (query) => {
        const found = await sendAgain(query, jobs, id.data);
        if (found === "queued")
          await recordAct(query, { actor: sub, action: "send again", table: "mail_outbox", rowId: id.data });
        return found;
      },
    );
    if (outcome === "unknown") throw new ApiError(404, "not_found", "There is no such mail.");
    if (outcome === "sent") throw new ApiError(409, "already_sent", "This mail has been sent already.");
    if (outcome === "textless")
      throw new ApiError(409, "text_forgotten", "What this mail held was for once: it cannot be sent again.");
    return context.json({ success: true }, 202);
  });
  app.post(`${PATH}/:id/dismiss`, async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const id = z.uuid().safeParse(context.req.param("id"));
    const outcome = id.success
      ? await database.bypassingPolicies({ reason: "dismiss a mail", actor: sub }, async (query) => {
          const found = await dismissMail(query, id.data);
          if (found === "dismissed")
            await recordAct(query, { actor: sub, action: "dismiss", table: "mail_outbox", rowId: id.data });
          return found;
        })
      : "unknown";
    if (outcome === "unknown") throw new ApiError(404, "not_found", "This mail needs nothing any more.");
    if (outcome === "busy") throw new ApiError(409, "busy", "This mail is being sent right now.");
    return context.json({ success: true });
  });
  app.put("/api/admin/invoice-mails", bodyLimit({ maxSize: LARGEST_BODY_BYTES }), async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const wanted = await jsonBody(context, Switches);
    await database.bypassingPolicies({ reason: "switch the mails about invoices", actor: sub }, (query) =>
      switchInvoiceMails(query, wanted),
    );
    return context.json({ success: true });
  });
  return app;
}
