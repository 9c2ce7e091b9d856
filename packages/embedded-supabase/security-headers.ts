import type { MiddlewareHandler } from "hono";

const HSTS_MAX_AGE_SECONDS = 31_536_000;

/**
 * Sets headers that prevent content sniffing, scripts and framing of API responses. Sends HSTS only if the public URL
 * uses HTTPS.
 *
 * Sets the headers on the finished response. If they were set earlier, or with `context.header`, Hono would copy the
 * response and convert its body to a stream, which takes about 10% of the time of a large response.
 */
export function securityHeaders(publicUrl: string): MiddlewareHandler {
  const headers = Object.entries({
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    // For browsers that do not support frame-ancestors.
    "X-Frame-Options": "DENY",
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
