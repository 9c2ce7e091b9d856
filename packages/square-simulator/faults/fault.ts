/**
 * A fault of one API call. The kinds up to `scope-removed` take effect before the operation runs. `lost-response` runs
 * the operation, but its response does not arrive. The others alter the response. `stale-read` returns the previous response to the same request, like a replica that lags behind, or 404 if
 * there was none.
 */
export type Fault =
  | { kind: "rate-limited"; retryAfterSeconds?: number }
  | { kind: "server-error"; status: 500 | 502 | 503 | 504; html?: boolean }
  | { kind: "rejected" }
  | { kind: "html" }
  | { kind: "errors-with-ok" }
  | { kind: "truncated" }
  | { kind: "slow"; milliseconds: number }
  | { kind: "connection-reset" }
  | { kind: "invalid-cursor" }
  | { kind: "token-expired" }
  | { kind: "token-revoked" }
  | { kind: "scope-removed"; scope: string }
  | { kind: "lost-response"; how: "connection-reset" | "server-error" | "timeout" }
  | { kind: "stale-read" }
  | { kind: "cursor-repeats" }
  | { kind: "duplicate-items" }
  | { kind: "missed-item" }
  | { kind: "changed-item" }
  | { kind: "unknown-status"; status?: string }
  | { kind: "unknown-request-type" }
  | { kind: "missing-fields" }
  | { kind: "missing-order" }
  | { kind: "zero-amount" }
  | { kind: "other-currency"; currency?: string }
  | { kind: "thirteen-requests" };
