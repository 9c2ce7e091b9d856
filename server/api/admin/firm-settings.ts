import { Hono } from "hono";
import * as z from "zod/mini";
import { FirmContacts, FirmLinks } from "#domain/firm/firm-settings.ts";
import { RetentionPeriods } from "#domain/firm/retention.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson } from "#server/http/validate.ts";
import { createCheckoutUrlCheck } from "#server/payments/square/payment-url.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 16 * 1024;
const FirmSettings = z.extend(FirmLinks, FirmContacts.shape);

/**
 * `PUT /api/admin/settings/firm` saves the Square links and the recipients of notification emails. `PUT
 * /api/admin/settings/retention` saves the retention periods. Browsers read both through row policies. Changes are
 * audited.
 */
export function createFirmSettingsRoutes({
  database,
  config,
  publishedRetention,
}: Pick<Services, "database" | "config" | "publishedRetention">) {
  const checkSquareUrl = createCheckoutUrlCheck(config.square.mode, config.publicUrl);
  return new Hono<CallerEnv>()
    .put("/settings/firm", validateJson(FirmSettings, { maxBytes: MAX_BODY_BYTES }), async (context) => {
      const { caller } = context.var;
      const { recipients, ...links } = context.req.valid("json");
      for (const template of Object.values(links)) {
        // Validate the URL that pages will build from the template, but store the template.
        if (template && !checkSquareUrl(template.replaceAll("{id}", "id"))) {
          throw new ApiError(400, "foreign_link", "Links must be https links to Square");
        }
      }
      await database.asCaller(caller, async (query) => {
        for (const [purpose, template] of Object.entries(links)) {
          await query(
            "update endpoints.square_links set template = $2 where purpose = $1 and template is distinct from $2",
            [purpose, template],
          );
        }
        await query("update endpoints.email_settings set recipients = $1", [recipients]);
      });
      return context.json({ success: true });
    })
    .put(
      "/settings/retention",
      validateJson(RetentionPeriods, { maxBytes: MAX_BODY_BYTES }),
      async (context) => {
        const { caller } = context.var;
        const periods = context.req.valid("json");
        await database.asCaller(caller, (query) =>
          query(
            `update endpoints.retention_periods
            set inquiry_months = $1, email_months = $2, sign_in_attempt_months = $3, webhook_event_months = $4,
                audit_log_months = $5, session_days = $6`,
            [
              periods.inquiry_months,
              periods.email_months,
              periods.sign_in_attempt_months,
              periods.webhook_event_months,
              periods.audit_log_months,
              periods.session_days,
            ],
          ),
        );
        // Public pages must show the new periods immediately.
        await publishedRetention.refresh();
        return context.json({ success: true });
      },
    );
}
