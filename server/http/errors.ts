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
  const translate = createErrorTranslator(log);
  return (error, context) => {
    const { message, code, status } = translate(error, context);
    return context.json({ success: false, error: message, code }, status);
  };
}

/**
 * Translates any thrown error to what the caller may see, and sets its headers. Details of unexpected errors are only
 * logged.
 */
export function createErrorTranslator(log: Logger): (error: unknown, context: Context) => ApiError {
  return (error, context) => {
    const translated = translateError(error, context, log);
    for (const [name, value] of Object.entries(translated.headers)) {
      context.header(name, value);
    }
    return translated;
  };
}

function translateError(error: unknown, context: Context, log: Logger): ApiError {
  const path = redactPath(context.req.path);
  if (error instanceof ApiError) {
    // Log forbidden requests from signed-in users. The log context contains the user's id. Anonymous requests are not
    // logged, because a flood of them would fill the log.
    if (error.status === 403 && hasCaller()) {
      log.warn({ code: error.code, path }, "request forbidden");
    }
    return error;
  }
  if (error instanceof HTTPException) {
    return new ApiError(error.status, "bad_request", "We couldn't read the request.");
  }
  if (error instanceof Error && isAbortedRequest(error)) {
    log.debug({ path }, "request aborted by the client");
    return new ApiError(400, "aborted", "The request is incomplete.");
  }
  if (error instanceof Error && (isDatabaseUnavailable(error) || isDatabaseSlow(error))) {
    log.error({ err: error, path }, "database unavailable");
    return new ApiError(
      503,
      "unavailable",
      "The service is temporarily unavailable. Try again in a moment.",
      { "Retry-After": "2" },
    );
  }
  log.error({ err: error, path }, "request failed");
  return new ApiError(500, "internal", "Something went wrong on our end. Please try again.");
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
