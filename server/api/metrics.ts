import { Hono } from "hono";
import { carriesBearer } from "#server/bearer-token.ts";
import type { Metrics } from "#server/metrics.ts";

/** `GET /api/metrics` for the bearer of METRICS_TOKEN; to everybody else, and without one set, there is nothing here. */
export function metricsEndpoint(metrics: Metrics, token: string | undefined): Hono {
  const app = new Hono();
  app.get("/api/metrics", async (context) => {
    if (!token || !carriesBearer(context, token)) return context.notFound();
    const { contentType, text } = await metrics.render();
    return context.body(text, 200, { "Content-Type": contentType, "Cache-Control": "no-store" });
  });
  return app;
}
