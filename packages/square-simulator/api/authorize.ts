import type { AccessToken, State } from "../state/state.ts";
import type { OperationId } from "./operations.ts";
import { operationOf } from "./operations.ts";
import { SquareFailure } from "./square-failure.ts";

/** Who is calling: an application on behalf of the seller, the application itself, or nobody known. */
export type Caller = { token: AccessToken | null };

/** Checks the token and its scopes as Square does; throws SquareFailure with 401 or 403. */
export function authorize(
  state: State,
  personalAccessToken: string,
  id: OperationId,
  header: string | undefined,
  now: Date,
): Caller {
  const { access } = operationOf(id);
  if (access === "nobody") return { token: null };
  const presented = /^Bearer (.+)$/.exec(header ?? "")?.[1];
  if (!presented) {
    throw new SquareFailure("UNAUTHORIZED", "Your request did not include an `Authorization` http header.");
  }
  // The personal token belongs to the application's owner and may do everything.
  if (presented === personalAccessToken) return { token: null };
  const token = state.tokens[presented];
  if (!token) throw new SquareFailure("UNAUTHORIZED", "This request could not be authorized.");
  if (token.revoked) {
    throw new SquareFailure("ACCESS_TOKEN_REVOKED", "The access token provided was revoked.");
  }
  if (Date.parse(token.expiresAt) <= now.getTime()) {
    throw new SquareFailure("ACCESS_TOKEN_EXPIRED", "The access token provided has expired.");
  }
  if (access === "application") {
    throw new SquareFailure("FORBIDDEN", "This endpoint takes the application's personal access token.");
  }
  if (access === "bearer") return { token };
  const missing = access.filter((scope) => !token.scopes.includes(scope));
  if (missing.length > 0) {
    const detail = `The merchant has not given your application sufficient permissions: ${missing.join(", ")}.`;
    throw new SquareFailure("INSUFFICIENT_SCOPES", detail);
  }
  return { token };
}
