import { Hono } from "hono";
import { configRoutes } from "#server/api/public/config.ts";
import { contactRoutes } from "#server/api/public/contact.ts";
import { emailBounceRoutes } from "#server/api/public/email-bounce.ts";
import type { Services } from "#server/services.ts";

/** The routes without a signed-in user. `/api/mail-bounce` checks its own bearer token. */
export function createPublicApi(services: Services) {
  return new Hono()
    .route("/", configRoutes(services))
    .route("/", contactRoutes(services))
    .route("/", emailBounceRoutes(services));
}

/** The type of the routes, for `hono/client` in app/api. */
export type PublicApi = ReturnType<typeof createPublicApi>;
