import { Hono } from "hono";
import { createSquareOAuthRoutes } from "#server/api/square/oauth.ts";
import { createSyncInvoiceRoutes } from "#server/api/square/sync-invoices.ts";
import { createSquareWebhookRoutes } from "#server/api/square/webhook.ts";
import type { Services } from "#server/services.ts";

/**
 * `/api/oauth/square` and `/api/square`. Each route has its own guard: webhooks are signed by Square, page navigations
 * require a one-time ticket, and all other requests require an administrator.
 */
export function createSquareApi(services: Services) {
  return new Hono()
    .route("/", createSquareOAuthRoutes(services))
    .route("/", createSyncInvoiceRoutes(services))
    .route("/", createSquareWebhookRoutes(services));
}

/** Route types for `hono/client` in app/api. */
export type SquareApi = ReturnType<typeof createSquareApi>;
