import type { ContentfulStatusCode } from "hono/utils/http-status";

export type SquareError = { category: string; code: string; detail: string; field?: string };

const CATEGORIES: Record<string, { category: string; status: ContentfulStatusCode }> = {
  UNAUTHORIZED: { category: "AUTHENTICATION_ERROR", status: 401 },
  ACCESS_TOKEN_EXPIRED: { category: "AUTHENTICATION_ERROR", status: 401 },
  ACCESS_TOKEN_REVOKED: { category: "AUTHENTICATION_ERROR", status: 401 },
  FORBIDDEN: { category: "AUTHENTICATION_ERROR", status: 403 },
  INSUFFICIENT_SCOPES: { category: "AUTHENTICATION_ERROR", status: 403 },
  NOT_FOUND: { category: "INVALID_REQUEST_ERROR", status: 404 },
  VERSION_MISMATCH: { category: "INVALID_REQUEST_ERROR", status: 400 },
  RATE_LIMITED: { category: "RATE_LIMIT_ERROR", status: 429 },
  INTERNAL_SERVER_ERROR: { category: "API_ERROR", status: 500 },
  BAD_GATEWAY: { category: "API_ERROR", status: 502 },
  SERVICE_UNAVAILABLE: { category: "API_ERROR", status: 503 },
  GATEWAY_TIMEOUT: { category: "API_ERROR", status: 504 },
};

/** An answer in Square's error shape. Codes not in the table are the caller's mistakes, status 400. */
export class SquareFailure extends Error {
  readonly status: ContentfulStatusCode;
  readonly errors: SquareError[];

  constructor(code: string, detail: string, field?: string) {
    super(detail);
    const known = CATEGORIES[code] ?? { category: "INVALID_REQUEST_ERROR", status: 400 };
    this.status = known.status;
    this.errors = [{ category: known.category, code, detail, ...(field ? { field } : {}) }];
  }
}

/** A refusal of `/oauth2/token`, which Square has been seen to answer in a shape of its own. */
export class TokenRefusal extends SquareFailure {
  readonly flat: { message: string; type: string };

  constructor(message: string) {
    super("UNAUTHORIZED", message);
    this.flat = { message, type: "service.not_authorized" };
  }
}
