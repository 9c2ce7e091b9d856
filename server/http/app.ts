import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { createAdminApi } from "#server/api/admin/admin-api.ts";
import { createClientApi } from "#server/api/client/client-api.ts";
import { createDocumentDownloadRoutes } from "#server/api/public/document-download.ts";
import { createMetricsRoutes } from "#server/api/public/metrics.ts";
import { createPublicApi } from "#server/api/public/public-api.ts";
import { createSquareApi } from "#server/api/square/square-api.ts";
import { createErrorHandler } from "#server/http/errors.ts";
import { defaultHeaders, noStore, plainPageHeaders } from "#server/http/security-headers.ts";
import { assignRequestId } from "#server/observability/execution-context.ts";
import type { Metrics } from "#server/observability/metrics.ts";
import type { Services } from "#server/services.ts";

/** The apps and middleware that `createApp` mounts next to the API. */
export type AppParts = {
  metrics: Metrics;
  health: Hono;
  /** `/auth/v1` and `/rest/v1`. Unset when a hosted project serves them. */
  backend?: Hono;
  /** `/square-simulator`, in simulator mode. */
  simulator?: Hono;
  /** `/dev/mail`, in the demo. */
  devMail?: Hono;
  /** All pages and static files. */
  pages: Hono;
};

/** Mounts all routes of the server. */
export function createApp(services: Services, parts: AppParts): Hono {
  const app = new Hono();
  app.onError(createErrorHandler(services.log));
  app.use(assignRequestId(), parts.metrics.observe, defaultHeaders(services.config));
  // The server stops reading a body that is too large, so the client must open a new connection.
  app.use(async (context, next) => {
    await next();
    if (context.res.status === 413) {
      context.res.headers.set("Connection", "close");
    }
  });
  app.route("/", parts.health);
  app.route("/", createMetricsRoutes(parts.metrics, services.config.metricsToken));
  if (parts.backend) {
    app.route("/", parts.backend);
  }
  if (parts.simulator) {
    app.route("/square-simulator", parts.simulator);
  }
  app.route("/", createApi(services));
  if (parts.devMail) {
    app.route("/", parts.devMail);
  }
  app.route("/", parts.pages);
  return app;
}

function createApi(services: Services): Hono {
  const app = new Hono();
  app.onError(createErrorHandler(services.log));
  // Mount before the headers below, because document downloads set their own.
  app.route("/", createDocumentDownloadRoutes(services));
  app.use("/api/*", noStore(), plainPageHeaders(services.config));
  // All other API responses are data that must not run, be framed or be cached.
  app.use(
    "/api/*",
    secureHeaders({
      contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], formAction: ["'none'"] },
      xFrameOptions: "DENY",
      crossOriginResourcePolicy: "same-origin",
      referrerPolicy: "no-referrer",
      // `defaultHeaders` sets this header on every response.
      strictTransportSecurity: false,
    }),
  );
  app.route("/", createPublicApi(services));
  app.route("/", createSquareApi(services));
  app.route("/", createClientApi(services));
  app.route("/", createAdminApi(services));
  app.all("/api/*", (context) =>
    context.json({ success: false, error: "Not found.", code: "not_found" }, 404),
  );
  return app;
}
