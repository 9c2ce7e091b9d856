import { ProviderError, type ProviderErrorKind } from "#server/payments/provider-error.ts";
import { UNREADABLE } from "#server/payments/square/guarded-fetch.ts";

const BY_CODE: Record<string, ProviderErrorKind> = {
  [UNREADABLE]: "unreadable-answer",
  ACCESS_TOKEN_EXPIRED: "token-expired",
  ACCESS_TOKEN_REVOKED: "access-revoked",
  CLIENT_DISABLED: "access-revoked",
  INVALID_CURSOR: "stale-cursor",
  INSUFFICIENT_SCOPES: "permission-missing",
  RATE_LIMITED: "busy",
  NOT_FOUND: "not-found",
};

const BY_STATUS: Record<number, ProviderErrorKind> = {
  401: "not-authorized",
  403: "permission-missing",
  404: "not-found",
  408: "timeout",
  429: "busy",
};

/**
 * What the SDK threw, in the product's words. Square's own text stays in the cause: it is written for developers. What
 * is no answer of Square's at all is thrown on as it is.
 */
export function asProviderError(cause: unknown): unknown {
  // By name: loading the SDK for its class would load all of it.
  if (!(cause instanceof Error) || !isSquareError(cause)) return cause;
  return new ProviderError(kindOf(cause), { cause: new Error(summaryOf(cause)) });
}

type SquareFailure = Error & { statusCode?: number; errors?: { code?: string }[] };

function isSquareError(error: Error): error is SquareFailure {
  return error.name === "SquareError" || error.name === "SquareTimeoutError";
}

function kindOf(error: SquareFailure): ProviderErrorKind {
  const code = error.errors?.[0]?.code ?? "";
  if (Object.hasOwn(BY_CODE, code)) return BY_CODE[code] ?? "refused";
  if (error.statusCode === undefined) return /timeout/i.test(error.message) ? "timeout" : "unreachable";
  return BY_STATUS[error.statusCode] ?? (error.statusCode >= 500 ? "unreachable" : "refused");
}

/** Status and codes only: the body of a failed token request could hold what nobody may log. */
function summaryOf(error: SquareFailure): string {
  const codes = error.errors?.map((each) => each.code).join(", ") ?? "";
  return `Square answered ${error.statusCode ?? "nothing"} (${codes})`;
}
