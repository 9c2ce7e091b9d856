import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

const EXPOSED_HEADERS = [
  ...["content-range", "content-profile", "range-unit", "link", "x-total-count", "retry-after"],
  ...["x-sb-error-code", "x-supabase-api-version"],
].join(",");

const preflightMiddleware = cors({
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
 * Allows all origins, because requests are authorized by API key and token, never by cookies. Hono's middleware handles
 * only preflight requests. For other requests, it would set headers before the response exists, which is slow (see
 * `security-headers.ts`).
 */
export const allowAllOrigins: MiddlewareHandler = async (context, next) => {
  if (context.req.method === "OPTIONS") {
    return preflightMiddleware(context, next);
  }
  await next();
  context.res.headers.set("Access-Control-Allow-Origin", "*");
  context.res.headers.set("Access-Control-Expose-Headers", EXPOSED_HEADERS);
};
