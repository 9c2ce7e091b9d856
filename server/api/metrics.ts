import { createHash, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import type { Metrics } from "#server/metrics.ts";

/** `GET /api/metrics` for the bearer of METRICS_TOKEN; to everybody else, and without one set, there is nothing here. */
export function metricsEndpoint(metrics: Metrics, token: string | undefined): Hono {
  const app = new Hono();
  app.get("/api/metrics", async (context) => {
    const given = /^Bearer (.+)$/.exec(context.req.header("authorization") ?? "")?.[1];
    if (!token || !given || !isSame(given, token)) return context.notFound();
    const { contentType, text } = await metrics.render();
    return context.body(text, 200, { "Content-Type": contentType, "Cache-Control": "no-store" });
  });
  return app;
}

// Hashes have one length, so that the comparison tells nothing of the token's.
function isSame(one: string, other: string): boolean {
  const hashed = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hashed(one), hashed(other));
}
