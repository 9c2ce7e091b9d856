import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

const exposed = [
  ...["content-range", "content-profile", "range-unit", "link", "x-total-count", "retry-after"],
  ...["x-sb-error-code", "x-supabase-api-version"],
].join(",");

const preflight = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
  allowHeaders: [
    ...[
      "authorization",
      "apikey",
      "x-client-info",
      "content-type",
      "accept",
      "prefer",
      "range",
      "range-unit",
    ],
    ...["accept-profile", "content-profile", "x-supabase-api-version", "x-retry-count"],
  ],
  maxAge: 3600,
});

/**
 * Any origin may call: what a request may do hangs on the key and token it carries, never on a cookie. Hono's own
 * middleware answers what a browser asks beforehand; on other answers it would set its headers too early (see
 * answer-headers.ts).
 */
export const acrossOrigins: MiddlewareHandler = async (context, next) => {
  if (context.req.method === "OPTIONS") return preflight(context, next);
  await next();
  context.res.headers.set("Access-Control-Allow-Origin", "*");
  context.res.headers.set("Access-Control-Expose-Headers", exposed);
};
