import type { Context } from "hono";
import { revokeTokens } from "../actions/authorization.ts";
import { SquareApiError } from "../api/http/square-api-error.ts";
import type { AccessToken } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import { resetConnection } from "./connection-reset.ts";
import type { Fault } from "./fault.ts";

const ERROR_PAGE = "<!doctype html><html><head><title>Error</title></head><body><h1>Error</h1></body></html>";

/** Applies a fault before the operation runs: replaces the response, delays it, or invalidates the token. */
export async function applyBeforeResponse(
  fault: Fault,
  context: Context,
  store: Store,
): Promise<Response | null> {
  switch (fault.kind) {
    case "rate-limited": {
      if (fault.retryAfterSeconds !== undefined) {
        context.header("Retry-After", String(fault.retryAfterSeconds));
      }
      throw new SquareApiError("RATE_LIMITED", "Too many requests.");
    }
    case "server-error":
      return createServerError(fault, context);
    case "rejected":
      throw new SquareApiError("BAD_REQUEST", "The request is not valid.");
    case "html":
      return context.html(ERROR_PAGE, 200);
    case "errors-with-ok":
      return context.json({
        errors: new SquareApiError("INTERNAL_SERVER_ERROR", "Something went wrong.").errors,
      });
    case "truncated":
      return context.body('{"invoices":[{"id":"inv:0-', 200, { "Content-Type": "application/json" });
    case "slow":
      await new Promise((resolve) => setTimeout(resolve, fault.milliseconds));
      return null;
    case "connection-reset":
      return resetConnection(context);
    case "invalid-cursor":
      throw new SquareApiError("INVALID_CURSOR", "The pagination cursor is invalid.", "cursor");
    case "token-expired":
      alterToken(context, store, (token) => {
        token.expiresAt = new Date(0).toISOString();
      });
      return null;
    case "token-revoked":
      store.commit((change) => {
        revokeTokens(change, Object.values(change.state.tokens), "MERCHANT");
      });
      return null;
    case "scope-removed":
      alterToken(context, store, (token) => {
        token.scopes = token.scopes.filter((scope) => scope !== fault.scope);
      });
      return null;
    default:
      return null;
  }
}

function createServerError(fault: Extract<Fault, { kind: "server-error" }>, context: Context): Response {
  if (fault.html) {
    return context.html(ERROR_PAGE, fault.status);
  }
  const codes = {
    500: "INTERNAL_SERVER_ERROR",
    502: "BAD_GATEWAY",
    503: "SERVICE_UNAVAILABLE",
    504: "GATEWAY_TIMEOUT",
  };
  const errors = new SquareApiError(codes[fault.status], "Something went wrong.").errors;
  return context.json({ errors }, fault.status);
}

function alterToken(context: Context, store: Store, alter: (token: AccessToken) => void): void {
  const accessToken = context.req.header("authorization")?.replace(/^Bearer /, "") ?? "";
  store.commit(({ state }) => {
    const token = state.tokens[accessToken];
    if (token) {
      alter(token);
    }
  });
}
