import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod/mini";
import { FirmContacts, FirmLinks } from "#domain/firm-settings.ts";
import { RetentionPeriods } from "#domain/retention.ts";
import { ApiError } from "#server/errors.ts";
import { jsonBody } from "#server/json-body.ts";
import { checkoutAddressCheck } from "#server/payments/square/payment-address.ts";
import type { Services } from "#server/services.ts";

const LARGEST_BODY_BYTES = 16 * 1024;
const Firm = z.extend(FirmLinks, FirmContacts.shape);

/**
 * `PUT /api/admin/settings/firm` stores where pages lead and whom the firm has mailed; `PUT
 * /api/admin/settings/retention` how long things are kept. Both are read through the policies, and audited.
 */
export function adminFirm({
  database,
  sessions,
  config,
  statedPeriods,
}: Pick<Services, "database" | "sessions" | "config" | "statedPeriods">): Hono {
  const app = new Hono();
  const limited = bodyLimit({ maxSize: LARGEST_BODY_BYTES });
  const atSquare = checkoutAddressCheck(config.square.mode, config.publicUrl);
  app.put("/api/admin/settings/firm", limited, async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const { recipients, ...links } = await jsonBody(context, Firm);
    for (const template of Object.values(links)) {
      // Checked as the pages will use it; kept as it was typed, with the braces.
      if (template && !atSquare(template.replaceAll("{id}", "id")))
        throw new ApiError(400, "foreign_link", "Links must be https addresses at Square");
    }
    await database.bypassingPolicies({ reason: "change the firm's settings", actor: sub }, async (query) => {
      for (const [purpose, template] of Object.entries(links))
        await query(
          "update public.square_links set template = $2 where purpose = $1 and template is distinct from $2",
          [purpose, template],
        );
      await query("update public.firm_contacts set recipients = $1", [recipients]);
    });
    return context.json({ success: true });
  });
  app.put("/api/admin/settings/retention", limited, async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const periods = await jsonBody(context, RetentionPeriods);
    await database.bypassingPolicies({ reason: "change the retention periods", actor: sub }, (query) =>
      query(
        `update public.retention_periods
            set inquiry_months = $1, mail_months = $2, sign_in_attempt_months = $3, webhook_event_months = $4,
                audit_log_months = $5, session_days = $6`,
        [
          periods.inquiry_months,
          periods.mail_months,
          periods.sign_in_attempt_months,
          periods.webhook_event_months,
          periods.audit_log_months,
          periods.session_days,
        ],
      ),
    );
    // Whoever opens the contact page next reads what holds now.
    await statedPeriods.refresh();
    return context.json({ success: true });
  });
  return app;
}
