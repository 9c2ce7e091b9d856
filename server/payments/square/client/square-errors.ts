import { ProviderError, type ProviderErrorKind } from "#server/payments/provider-error.ts";
import { UNREADABLE_RESPONSE } from "#server/payments/square/client/guarded-fetch.ts";
import { isJsonObject, toText } from "#server/payments/square/objects/json-fields.ts";

const KIND_BY_CODE: Record<string, ProviderErrorKind> = {
  [UNREADABLE_RESPONSE]: "unreadable-response",
  ACCESS_TOKEN_EXPIRED: "token-expired",
  ACCESS_TOKEN_REVOKED: "access-revoked",
  CLIENT_DISABLED: "access-revoked",
  INVALID_CURSOR: "stale-cursor",
  INSUFFICIENT_SCOPES: "permission-missing",
  RATE_LIMITED: "rate-limited",
  NOT_FOUND: "not-found",
  // Square documents this code for canceling, although its list of codes lacks it.
  VERSION_MISMATCH: "version-conflict",
  CONFLICT: "version-conflict",
  MERCHANT_SUBSCRIPTION_NOT_FOUND: "plan-required",
};

const KIND_BY_STATUS: Record<number, ProviderErrorKind> = {
  401: "not-authorized",
  403: "permission-missing",
  404: "not-found",
  408: "timeout",
  409: "version-conflict",
  429: "rate-limited",
};

/**
 * Converts an SDK error to a ProviderError. Square's own message is omitted, because it is written for developers.
 * Returns any other error unchanged.
 */
export function toProviderError(error: unknown): unknown {
  // Compare names, because importing the class would load the whole SDK.
  if (!(error instanceof Error) || !isSquareError(error)) {
    return error;
  }
  return new ProviderError(getErrorKind(error), {
    cause: new Error(summarizeError(error)),
    retryAfterMs: parseRetryAfter(error.rawResponse?.headers.get("retry-after")),
  });
}

/** Converts a response with an error status to a ProviderError. */
export async function toResponseError(response: Response): Promise<ProviderError> {
  const body: unknown = await response.json().catch(() => null);
  const details = isJsonObject(body) && Array.isArray(body.errors) ? body.errors : [];
  const errors = details
    .filter(isJsonObject)
    .map(({ code, field }) => ({ code: toText(code), field: toText(field) }));
  const error = { statusCode: response.status, errors, message: "" };
  return new ProviderError(getErrorKind(error), {
    cause: new Error(summarizeError(error)),
    retryAfterMs: parseRetryAfter(response.headers.get("retry-after")),
    rejection: parseRejection(errors[0]),
  });
}

/**
 * Returns the response, or null if the request failed with one of these error kinds. By default, only `not-found`
 * errors return null.
 */
export async function nullIfNotFound<Response>(
  response: Promise<Response>,
  kinds: readonly ProviderErrorKind[] = ["not-found"],
): Promise<Response | null> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ProviderError && kinds.includes(error.kind)) {
      return null;
    }
    throw error;
  }
}

/**
 * Parses a Retry-After header, which contains seconds or a date. Returns null if it is missing or unreadable, or if its
 * delay is not positive, so that requests are not repeated immediately.
 */
function parseRetryAfter(header: string | null | undefined): number | null {
  if (!header) {
    return null;
  }
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return waitMs > 0 ? waitMs : null;
}

/** Only codes and field names, because Square's messages are written for developers. */
function parseRejection(error: { code?: string | undefined; field?: string | undefined } | undefined) {
  const { code = "", field = "" } = error ?? {};
  return /^[A-Z0-9_]{1,60}$/.test(code)
    ? { code, field: /^[a-z0-9_.[\]]{1,100}$/.test(field) ? field : "" }
    : null;
}

/** The parts of an error that determine its kind. */
type ErrorDetails = { message: string; statusCode?: number; errors?: { code?: string | undefined }[] };

function isSquareError(error: Error): error is Error & ErrorDetails & { rawResponse?: { headers: Headers } } {
  return error.name === "SquareError" || error.name === "SquareTimeoutError";
}

function getErrorKind(error: ErrorDetails): ProviderErrorKind {
  const code = error.errors?.[0]?.code ?? "";
  if (Object.hasOwn(KIND_BY_CODE, code)) {
    return KIND_BY_CODE[code] ?? "rejected";
  }
  if (error.statusCode === undefined) {
    return /timeout/i.test(error.message) ? "timeout" : "unreachable";
  }
  return KIND_BY_STATUS[error.statusCode] ?? (error.statusCode >= 500 ? "unreachable" : "rejected");
}

/**
 * Includes only the status and codes, because the body of a failed token request can contain secrets that must not be
 * logged.
 */
function summarizeError(error: ErrorDetails): string {
  const codes = error.errors?.map((detail) => detail.code).join(", ") ?? "";
  return `Square responded with ${error.statusCode ?? "no status"} (${codes})`;
}
