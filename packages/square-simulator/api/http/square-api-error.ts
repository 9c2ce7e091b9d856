import type { ContentfulStatusCode } from "hono/utils/http-status";

export type SquareErrorDetail = { category: string; code: string; detail: string; field?: string };

const ERROR_CODES: Record<string, { category: string; status: ContentfulStatusCode }> = {
  UNAUTHORIZED: { category: "AUTHENTICATION_ERROR", status: 401 },
  ACCESS_TOKEN_EXPIRED: { category: "AUTHENTICATION_ERROR", status: 401 },
  ACCESS_TOKEN_REVOKED: { category: "AUTHENTICATION_ERROR", status: 401 },
  FORBIDDEN: { category: "AUTHENTICATION_ERROR", status: 403 },
  INSUFFICIENT_SCOPES: { category: "AUTHENTICATION_ERROR", status: 403 },
  NOT_FOUND: { category: "INVALID_REQUEST_ERROR", status: 404 },
  VERSION_MISMATCH: { category: "INVALID_REQUEST_ERROR", status: 400 },
  MERCHANT_SUBSCRIPTION_NOT_FOUND: { category: "MERCHANT_SUBSCRIPTION_ERROR", status: 400 },
  RATE_LIMITED: { category: "RATE_LIMIT_ERROR", status: 429 },
  INTERNAL_SERVER_ERROR: { category: "API_ERROR", status: 500 },
  BAD_GATEWAY: { category: "API_ERROR", status: 502 },
  SERVICE_UNAVAILABLE: { category: "API_ERROR", status: 503 },
  GATEWAY_TIMEOUT: { category: "API_ERROR", status: 504 },
};

/** An error response in Square's format. Codes that are not in `ERROR_CODES` have status 400. */
export class SquareApiError extends Error {
  readonly status: ContentfulStatusCode;
  readonly errors: SquareErrorDetail[];

  constructor(code: string, detail: string, field?: string) {
    super(detail);
    const { category, status } = ERROR_CODES[code] ?? { category: "INVALID_REQUEST_ERROR", status: 400 };
    this.status = status;
    this.errors = [{ category, code, detail, ...(field ? { field } : {}) }];
  }
}

/** An error from `/oauth2/token`, which Square may return in a different, flat format. */
export class TokenError extends SquareApiError {
  readonly flat: { message: string; type: string };

  constructor(message: string) {
    super("UNAUTHORIZED", message);
    this.flat = { message, type: "service.not_authorized" };
  }
}
