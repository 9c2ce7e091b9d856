import { ProviderError, type ProviderErrorKind } from "#server/payments/provider-error.ts";
import { UNREADABLE_RESPONSE } from "#server/payments/square/client/guarded-fetch.ts";

const KIND_BY_CODE: Record<string, ProviderErrorKind> = {
  [UNREADABLE_RESPONSE]: "unreadable-response",
  ACCESS_TOKEN_EXPIRED: "token-expired",
  ACCESS_TOKEN_REVOKED: "access-revoked",
  CLIENT_DISABLED: "access-revoked",
  INVALID_CURSOR: "stale-cursor",
  INSUFFICIENT_SCOPES: "permission-missing",
  RATE_LIMITED: "rate-limited",
  NOT_FOUND: "not-found",
};

const KIND_BY_STATUS: Record<number, ProviderErrorKind> = {
  401: "not-authorized",
  403: "permission-missing",
  404: "not-found",
  408: "timeout",
  429: "rate-limited",
};

/**
 * Converts an SDK error to a ProviderError. Square's message stays in `cause`, because it is written for developers.
 * Any other error is returned unchanged.
 */
export function toProviderError(error: unknown): unknown {
  // Compare names: importing the class would load the whole SDK.
  if (!(error instanceof Error) || !isSquareError(error)) {
    return error;
  }
  return new ProviderError(errorKind(error), { cause: new Error(errorSummary(error)) });
}

type SquareSdkError = Error & { statusCode?: number; errors?: { code?: string }[] };

function isSquareError(error: Error): error is SquareSdkError {
  return error.name === "SquareError" || error.name === "SquareTimeoutError";
}

function errorKind(error: SquareSdkError): ProviderErrorKind {
  const code = error.errors?.[0]?.code ?? "";
  if (Object.hasOwn(KIND_BY_CODE, code)) {
    return KIND_BY_CODE[code] ?? "rejected";
  }
  if (error.statusCode === undefined) {
    return /timeout/i.test(error.message) ? "timeout" : "unreachable";
  }
  return KIND_BY_STATUS[error.statusCode] ?? (error.statusCode >= 500 ? "unreachable" : "rejected");
}

/** Contains only status and codes: the body of a failed token request can contain secrets that must not be logged. */
function errorSummary(error: SquareSdkError): string {
  const codes = error.errors?.map((detail) => detail.code).join(", ") ?? "";
  return `Square responded with ${error.statusCode ?? "no status"} (${codes})`;
}
