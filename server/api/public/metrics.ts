import { Hono } from "hono";
import { hasBearerToken } from "#server/http/bearer-token.ts";
import type { Metrics } from "#server/observability/metrics.ts";

/**
 * `GET /api/metrics` requires METRICS_TOKEN as the bearer token. Returns 404 if the token is wrong or METRICS_TOKEN is
 * not set.
 */
export function createMetricsRoutes(metrics: Metrics, token: string | undefined): Hono {
  const app = new Hono();
  app.get("/api/metrics", async (context) => {
    if (!token || !hasBearerToken(context, token)) {
      return context.notFound();
    }
    const { contentType, text } = await metrics.render();
    return context.body(text, 200, { "Content-Type": contentType, "Cache-Control": "no-store" });
  });
  return app;
}
