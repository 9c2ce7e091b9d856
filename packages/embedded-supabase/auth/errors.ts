import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Log } from "../log.ts";

/** A refusal in the words and codes of Supabase Auth, which supabase-js turns into its AuthApiError. */
export class AuthError extends Error {
  override name = "AuthError";
  readonly status: ContentfulStatusCode;
  readonly code: string;
  /** Fields beside code and message, such as `weak_password`. */
  readonly extra: object;
  readonly headers: Record<string, string>;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    more: { extra?: object; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = more.extra ?? {};
    this.headers = more.headers ?? {};
  }
}

const firstVersionWithCodes = "2024-01-01";
const secondsUntilRetry = "2";

/** Answers whatever an endpoint threw; what is nobody's fault outside is logged and told without detail. */
export function answerError(context: Context, error: unknown, log: Log): Response {
  const refusal = refusalOf(error);
  if (error instanceof AuthError && refusal.status >= 500) {
    // Refused on purpose: nothing broke, and a flood must not fill the log with traces.
    log.warn({ path: context.req.path, status: refusal.status }, refusal.message);
  } else if (refusal.status >= 500) {
    log.error(
      { err: error, method: context.req.method, path: context.req.path },
      "Authentication request failed",
    );
  }
  return answerRefusal(context, refusal);
}

/** Clients that name an API version get the code as `code`; older ones get the status there. */
function answerRefusal(context: Context, { status, code, message, extra, headers }: AuthError): Response {
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  context.header("x-sb-error-code", code);
  const asked = context.req.header("x-supabase-api-version") ?? "";
  if (/^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= firstVersionWithCodes) {
    context.header("x-supabase-api-version", firstVersionWithCodes);
    return context.json({ code, message, ...extra }, status);
  }
  return context.json({ code: status, error_code: code, msg: message, ...extra }, status);
}

function refusalOf(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof HTTPException) return new AuthError(error.status, "validation_failed", error.message);
  const code = (error as { code?: unknown } | null)?.code;
  const sqlState = typeof code === "string" ? code : "";
  // Class 22: a value PostgreSQL cannot hold. The request's fault, and its reader's for letting it through.
  if (/^22...$/.test(sqlState))
    return new AuthError(400, "validation_failed", "The request holds a value that cannot be stored");
  if (isUnreachable(sqlState, error)) {
    return new AuthError(
      503,
      "request_timeout",
      "The service is not available for a moment, please try again",
      {
        headers: { "Retry-After": secondsUntilRetry },
      },
    );
  }
  return new AuthError(
    500,
    "unexpected_failure",
    "Unexpected failure, please check server logs for more information",
  );
}

/** The database is away, starting, out of connections or of disk, or took too long. */
function isUnreachable(code: string, error: unknown): boolean {
  if (/^(08...|53...|57...|25006|55P03|40...|E[A-Z]+)$/.test(code)) return true;
  return (
    error instanceof Error &&
    /^(timeout exceeded when trying|Connection terminated|Client has enc|Query read timeout)/.test(
      error.message,
    )
  );
}
