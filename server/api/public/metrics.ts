import { Hono } from "hono";
import { hasBearerToken } from "#server/http/bearer-token.ts";
import type { Metrics } from "#server/observability/metrics.ts";

/** `GET /api/metrics` requires METRICS_TOKEN as the bearer token. Otherwise, or if it is not set, it returns 404. */
export function metricsRoutes(metrics: Metrics, token: string | undefined): Hono {
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
