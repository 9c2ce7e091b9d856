import type { MiddlewareHandler } from "hono";

const hstsSeconds = 31_536_000;

/**
 * What every answer says to a browser that shows it as a page: it is data, runs nothing and is framed by nobody.
 *
 * It is said on the answer once that is there. Headers set on `context.res` before, or by `context.header` after, make
 * Hono copy the answer, and with it every body into a stream: a tenth of the time of a long one.
 */
export function answerHeaders(publicUrl: string): MiddlewareHandler {
  const headers = Object.entries({
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    ...(publicUrl.startsWith("https:") && {
      "Strict-Transport-Security": `max-age=${hstsSeconds}; includeSubDomains`,
    }),
  });
  return async (context, next) => {
    await next();
    for (const [name, value] of headers) context.res.headers.set(name, value);
  };
}
