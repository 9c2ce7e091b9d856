import type { MiddlewareHandler } from "hono";

const HSTS_MAX_AGE_SECONDS = 31_536_000;

/**
 * Sets security headers for responses that contain data: no content sniffing, scripts or framing. HSTS is sent only
 * behind TLS.
 *
 * The headers are set on the finished response. If they were set earlier, or with `context.header`, Hono would copy the
 * response and turn its body into a stream, which takes about 10 % of the time of a large response.
 */
export function securityHeaders(publicUrl: string): MiddlewareHandler {
  const headers = Object.entries({
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    ...(publicUrl.startsWith("https:") && {
      "Strict-Transport-Security": `max-age=${HSTS_MAX_AGE_SECONDS}; includeSubDomains`,
    }),
  });
  return async (context, next) => {
    await next();
    for (const [name, value] of headers) {
      context.res.headers.set(name, value);
    }
  };
}
