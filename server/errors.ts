import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Logger } from "#server/log.ts";
import { hasCaller } from "#server/work-context.ts";

/** A refusal the caller should read: `error` is for the person, `code` for programs. Thrown, answered by one translator. */
export class ApiError extends Error {
  override name = "Refusal";
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    error: string,
    headers: Record<string, string> = {},
  ) {
    super(error);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Turns whatever an endpoint threw into the contract's `{success: false, error, code}`; the cause goes to the log alone. */
export function answerError(log: Logger): (error: Error, context: Context) => Response {
  return (error, context) => {
    if (error instanceof ApiError) {
      // Somebody known has reached for what is not theirs: who it was stands in the line's context. Strangers are not
      // told of: a flood of theirs, such as unsigned notifications, must not fill the log.
      if (error.status === 403 && hasCaller())
        log.warn({ code: error.code, path: loggedPath(context.req.path) }, "refused");
      for (const [name, value] of Object.entries(error.headers)) context.header(name, value);
      return context.json({ success: false, error: error.message, code: error.code }, error.status);
    }
    if (error instanceof HTTPException)
      return context.json(
        { success: false, error: "The request could not be read.", code: "bad_request" },
        error.status,
      );
    if (isDatabaseAway(error) || isDatabaseSlow(error)) {
      log.error({ err: error, path: loggedPath(context.req.path) }, "database away");
      context.header("Retry-After", "2");
      return context.json(
        {
          success: false,
          error: "The service is briefly unavailable. Please try again.",
          code: "unavailable",
        },
        503,
      );
    }
    log.error({ err: error, path: loggedPath(context.req.path) }, "request failed");
    return context.json(
      { success: false, error: "Something went wrong on our side.", code: "internal" },
      500,
    );
  };
}

/** A link to a document is a right for some minutes, which whoever reads the log must not get. */
function loggedPath(path: string): string {
  return path.replace(/^(\/api\/documents\/).+/, "$1…");
}

const AWAY = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "57P01",
  "57P02",
  "57P03",
  // Nothing could be written: the disk has failed or has no room.
  "58030",
]);

/** PostgreSQL's classes for a lost connection, and for want of room, memory or connections. */
const WITHOUT_MEANS = /^(08|53)...$/;

/** Whether a failure means that the database does not answer, and may soon. */
export function isDatabaseAway(error: Error): boolean {
  const code = "code" in error ? error.code : undefined;
  if (typeof code === "string" && (AWAY.has(code) || WITHOUT_MEANS.test(code))) return true;
  return /connection terminated|not queryable|timeout exceeded when trying to connect|connection ended|query read timeout/i.test(
    error.message,
  );
}

/** A statement or its wait for a lock ran out of time. What our own endpoints ask is quick: the database is slow. */
const OUT_OF_TIME = new Set(["57014", "55P03"]);

/** Whether a failure means that the database answers, but too late. */
export function isDatabaseSlow(error: Error): boolean {
  return "code" in error && typeof error.code === "string" && OUT_OF_TIME.has(error.code);
}
