import { Hono } from "hono";
import type { Services } from "#server/services.ts";

/**
 * `GET /api/config` returns the pages' runtime configuration, so that one build works for every installation. It
 * contains no secrets.
 */
export function createConfigRoutes({ config, keys }: Pick<Services, "config" | "keys">) {
  return new Hono().get("/api/config", (context) => {
    context.header("Cache-Control", "no-cache");
    return context.json({
      supabaseUrl: config.supabase.url ?? config.publicUrl,
      publishableKey: keys.publishableKey,
      captcha: config.captcha ? { provider: config.captcha.provider, siteKey: config.captcha.siteKey } : null,
    });
  });
}
