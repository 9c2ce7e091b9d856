import type { AccessToken, State } from "../../state/state.ts";
import type { OperationId } from "./operations.ts";
import { getOperation } from "./operations.ts";
import { SquareApiError } from "./square-api-error.ts";

/** The caller's token, or null for anonymous operations and for the application's personal access token. */
export type Caller = { token: AccessToken | null };

/** Checks the token and its scopes as Square does. @throws {SquareApiError} with status 401 or 403. */
export function authorize(
  state: State,
  personalAccessToken: string,
  id: OperationId,
  header: string | undefined,
  now: Date,
): Caller {
  const { access } = getOperation(id);
  if (access === "anonymous") {
    return { token: null };
  }
  const accessToken = /^Bearer (.+)$/.exec(header ?? "")?.[1];
  if (!accessToken) {
    throw new SquareApiError("UNAUTHORIZED", "Your request did not include an `Authorization` http header.");
  }
  // The personal access token belongs to the application's owner and has all permissions.
  if (accessToken === personalAccessToken) {
    return { token: null };
  }
  const token = state.tokens[accessToken];
  if (!token) {
    throw new SquareApiError("UNAUTHORIZED", "This request could not be authorized.");
  }
  if (token.revoked) {
    throw new SquareApiError("ACCESS_TOKEN_REVOKED", "The access token provided was revoked.");
  }
  if (Date.parse(token.expiresAt) <= now.getTime()) {
    throw new SquareApiError("ACCESS_TOKEN_EXPIRED", "The access token provided has expired.");
  }
  if (access === "application") {
    throw new SquareApiError("FORBIDDEN", "This endpoint requires the application's personal access token.");
  }
  if (access === "bearer") {
    return { token };
  }
  const missingScopes = access.filter((scope) => !token.scopes.includes(scope));
  if (missingScopes.length > 0) {
    const detail = `The merchant has not given your application sufficient permissions: ${missingScopes.join(", ")}.`;
    throw new SquareApiError("INSUFFICIENT_SCOPES", detail);
  }
  return { token };
}
