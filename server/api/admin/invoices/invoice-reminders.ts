import { Hono } from "hono";
import { SendReminders } from "#domain/invoices/reminders/invoice-reminder.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { validateJson } from "#server/http/validate.ts";
import { previewReminders, sendReminders } from "#server/invoices/invoice-reminders.ts";
import type { Services } from "#server/services.ts";

const PATH = "/invoices/reminders";
const MAX_BODY_BYTES = 4 * 1024;

/**
 * `POST /api/admin/invoices/reminders` emails clients about the given overdue invoices, and returns for each invoice whom
 * it emailed or why not. `…/preview` returns the same without sending anything.
 */
export function createInvoiceReminderRoutes({
  database,
  now,
  config,
}: Pick<Services, "database" | "now"> & { config: Pick<Services["config"], "publicUrl"> }) {
  const validInvoices = validateJson(SendReminders, { maxBytes: MAX_BODY_BYTES });
  return new Hono<CallerEnv>()
    .post(`${PATH}/preview`, validInvoices, async (context) => {
      const { invoiceIds } = context.req.valid("json");
      const reminders = await database.asCaller(context.var.caller, (query) =>
        previewReminders(query, { invoiceIds, now: now() }),
      );
      return context.json({ success: true, reminders });
    })
    .post(PATH, validInvoices, async (context) => {
      const { invoiceIds } = context.req.valid("json");
      const reminders = await database.asCaller(context.var.caller, (query) =>
        sendReminders(query, { invoiceIds, now: now(), publicUrl: config.publicUrl }),
      );
      return context.json({ success: true, reminders });
    });
}
