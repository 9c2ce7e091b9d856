import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { getErrorCode, isAbortedRequest } from "../../error-details.ts";
import type { Log } from "../../log.ts";

/** An error with the same code and message as in Supabase Auth. supabase-js turns it into an `AuthApiError`. */
export class AuthError extends Error {
  override name = "AuthError";
  readonly status: ContentfulStatusCode;
  readonly code: string;
  /** Additional response fields, such as `weak_password`. */
  readonly extra: object;
  readonly headers: Record<string, string>;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    options: { extra?: object; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = options.extra ?? {};
    this.headers = options.headers ?? {};
  }
}

const FIRST_VERSION_WITH_CODES = "2024-01-01";
const RETRY_AFTER_SECONDS = "2";

/** Converts anything an endpoint throws to a response. Logs server errors, and hides their details from the client. */
export function handleError(context: Context, error: unknown, log: Log): Response {
  const authError = toAuthError(error);
  if (isAbortedRequest(error)) {
    log.debug({ path: context.req.path }, "Request aborted by the client");
  } else if (error instanceof AuthError && authError.status >= 500) {
    // Expected under load. Without the stack trace, a flood of requests does not fill the log.
    log.warn({ path: context.req.path, status: authError.status }, authError.message);
  } else if (authError.status >= 500) {
    log.error({ err: error, method: context.req.method, path: context.req.path }, "Auth request failed");
  }
  return sendError(context, authError);
}

/** `code` is the error code for clients that send an API version, and the HTTP status for older clients. */
function sendError(context: Context, { status, code, message, extra, headers }: AuthError): Response {
  for (const [name, value] of Object.entries(headers)) {
    context.header(name, value);
  }
  context.header("x-sb-error-code", code);
  const requestedVersion = context.req.header("x-supabase-api-version") ?? "";
  if (/^\d{4}-\d{2}-\d{2}$/.test(requestedVersion) && requestedVersion >= FIRST_VERSION_WITH_CODES) {
    context.header("x-supabase-api-version", FIRST_VERSION_WITH_CODES);
    return context.json({ code, message, ...extra }, status);
  }
  return context.json({ code: status, error_code: code, msg: message, ...extra }, status);
}

function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) {
    return error;
  }
  if (error instanceof HTTPException) {
    return new AuthError(error.status, "validation_failed", error.message);
  }
  if (isAbortedRequest(error)) {
    return new AuthError(400, "validation_failed", "The request is incomplete");
  }
  const sqlState = getErrorCode(error) ?? "";
  // Class 22 (data exception): the request contains a value that passed validation but that PostgreSQL cannot store.
  if (/^22...$/.test(sqlState)) {
    return new AuthError(400, "validation_failed", "The request contains a value that cannot be stored");
  }
  if (isDatabaseUnavailable(sqlState, error)) {
    return new AuthError(503, "request_timeout", "The service is temporarily unavailable, please try again", {
      headers: { "Retry-After": RETRY_AFTER_SECONDS },
    });
  }
  return new AuthError(
    500,
    "unexpected_failure",
    "Unexpected failure, please check server logs for more information",
  );
}

/** True if the database is unreachable, starting, out of connections or disk space, or timed out. */
function isDatabaseUnavailable(code: string, error: unknown): boolean {
  if (/^(08...|53...|57...|25006|55P03|40...|E[A-Z]+)$/.test(code)) {
    return true;
  }
  return (
    error instanceof Error &&
    /^(timeout exceeded when trying|Connection terminated|Client has enc|Query read timeout)/.test(
      error.message,
    )
  );
}
