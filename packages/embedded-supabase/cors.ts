import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

const EXPOSED_HEADERS = [
  ...["content-range", "content-profile", "range-unit", "link", "x-total-count", "retry-after"],
  ...["x-sb-error-code", "x-supabase-api-version"],
].join(",");

// Without "allowHeaders", the middleware allows the headers that the browser requests.
const preflightMiddleware = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
  maxAge: 3600,
});

/**
 * Allows all origins and headers, because requests are authorized by API key and token, never by cookies. Hono's
 * middleware handles only preflight requests. For other requests, it would set headers before the response exists, which
 * is slow (see `security-headers.ts`).
 */
export const allowAllOrigins: MiddlewareHandler = async (context, next) => {
  if (context.req.method === "OPTIONS" && context.req.header("access-control-request-method") !== undefined) {
    return preflightMiddleware(context, next);
  }
  await next();
  context.res.headers.set("Access-Control-Allow-Origin", "*");
  context.res.headers.set("Access-Control-Expose-Headers", EXPOSED_HEADERS);
};
