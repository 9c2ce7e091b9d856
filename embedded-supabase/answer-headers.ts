import type { MiddlewareHandler } from "hono";

const hstsSeconds = 31_536_000;

/** What every answer says to a browser that shows it as a page: it is data, runs nothing and is framed by nobody. */
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
    for (const [name, value] of headers) context.res.headers.set(name, value);
    return next();
  };
}
