import { Hono } from "hono";
import { createConfigRoutes } from "#server/api/public/config.ts";
import { createConsultationRoutes } from "#server/api/public/consultations.ts";
import { createContactRoutes } from "#server/api/public/contact.ts";
import { createEmailBounceRoutes } from "#server/api/public/email-bounce.ts";
import type { Services } from "#server/services.ts";

/** Routes that do not require a signed-in user. `/api/mail-bounce` checks its own bearer token. */
export function createPublicApi(services: Services) {
  return new Hono()
    .route("/", createConfigRoutes(services))
    .route("/", createContactRoutes(services))
    .route("/", createConsultationRoutes(services))
    .route("/", createEmailBounceRoutes(services));
}

/** Route types for `hono/client` in app/api. */
export type PublicApi = ReturnType<typeof createPublicApi>;
