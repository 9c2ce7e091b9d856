import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { hasCaller } from "#server/observability/execution-context.ts";
import type { Logger } from "#server/observability/logger.ts";

/**
 * An expected error that is reported to the caller: `message` for users, `code` for programs. `createErrorHandler`
 * turns it into a response.
 */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Turns any thrown error into `{success: false, error, code}`. Details of unexpected errors are only logged. */
export function createErrorHandler(log: Logger): (error: Error, context: Context) => Response {
  return (error, context) => {
    if (error instanceof ApiError) {
      // Log forbidden requests from signed-in users. The log context contains the user's id. Anonymous requests are not
      // logged, because a flood of them would fill the log.
      if (error.status === 403 && hasCaller()) {
        log.warn({ code: error.code, path: redactPath(context.req.path) }, "request forbidden");
      }
      for (const [name, value] of Object.entries(error.headers)) {
        context.header(name, value);
      }
      return context.json({ success: false, error: error.message, code: error.code }, error.status);
    }
    if (error instanceof HTTPException) {
      return context.json(
        { success: false, error: "We couldn't read the request.", code: "bad_request" },
        error.status,
      );
    }
    if (isAbortedRequest(error)) {
      log.debug({ path: redactPath(context.req.path) }, "request aborted by the client");
      return context.json({ success: false, error: "The request is incomplete.", code: "aborted" }, 400);
    }
    if (isDatabaseUnavailable(error) || isDatabaseSlow(error)) {
      log.error({ err: error, path: redactPath(context.req.path) }, "database unavailable");
      context.header("Retry-After", "2");
      return context.json(
        {
          success: false,
          error: "The service is temporarily unavailable. Try again in a moment.",
          code: "unavailable",
        },
        503,
      );
    }
    log.error({ err: error, path: redactPath(context.req.path) }, "request failed");
    return context.json(
      { success: false, error: "Something went wrong on our end. Please try again.", code: "internal" },
      500,
    );
  };
}

/** The links of documents and consultations grant access, so their tokens must not appear in the log. */
function redactPath(path: string): string {
  return path.replace(/^(\/api\/documents\/|\/api\/consultations\/|\/book\/manage\/).+/, "$1…");
}

const UNAVAILABLE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "57P01",
  "57P02",
  "57P03",
  // I/O error: the disk has failed or is full.
  "58030",
]);

/**
 * Whether the client closed the connection before its request was complete. Node uses the same error code for a lost
 * database connection, but a different message.
 */
export function isAbortedRequest(error: Error): boolean {
  return error.message === "aborted" && "code" in error && error.code === "ECONNRESET";
}

/** PostgreSQL error classes for lost connections (08) and insufficient resources (53). */
const UNAVAILABLE_CLASSES = /^(08|53)...$/;

/** Whether the database is unreachable or out of resources, which may be temporary. */
export function isDatabaseUnavailable(error: Error): boolean {
  if (isAbortedRequest(error)) {
    return false;
  }
  const code = "code" in error ? error.code : undefined;
  if (typeof code === "string" && (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CLASSES.test(code))) {
    return true;
  }
  return /connection terminated|not queryable|timeout exceeded when trying to connect|connection ended|query read timeout/i.test(
    error.message,
  );
}

/** Statement and lock timeouts. All queries are short, so a timeout means that the database is slow. */
const TIMEOUT_CODES = new Set(["57014", "55P03"]);

/** Whether the database responded too slowly. */
export function isDatabaseSlow(error: Error): boolean {
  return "code" in error && typeof error.code === "string" && TIMEOUT_CODES.has(error.code);
}
