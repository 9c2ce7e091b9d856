import { Hono } from "hono";
import { squareOAuthRoutes } from "#server/api/square/oauth.ts";
import { syncInvoiceRoutes } from "#server/api/square/sync-invoices.ts";
import { squareWebhookRoutes } from "#server/api/square/webhook.ts";
import type { Services } from "#server/services.ts";

/**
 * `/api/oauth/square` and `/api/square`. Each route has its own guard: Square signs its webhooks, page navigations carry
 * a one-time ticket, and everything else requires an administrator.
 */
export function createSquareApi(services: Services) {
  return new Hono()
    .route("/", squareOAuthRoutes(services))
    .route("/", syncInvoiceRoutes(services))
    .route("/", squareWebhookRoutes(services));
}

/** The type of the routes, for `hono/client` in app/api. */
export type SquareApi = ReturnType<typeof createSquareApi>;
