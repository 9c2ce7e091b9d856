/** What can go wrong with one call. The first group replaces the answer, the second falsifies it. */
export type Fault =
  | { kind: "rate-limited"; retryAfterSeconds?: number }
  | { kind: "server-error"; status: 500 | 502 | 503 | 504; html?: boolean }
  | { kind: "html" }
  | { kind: "errors-with-ok" }
  | { kind: "truncated" }
  | { kind: "slow"; milliseconds: number }
  | { kind: "connection-reset" }
  | { kind: "invalid-cursor" }
  | { kind: "token-expired" }
  | { kind: "token-revoked" }
  | { kind: "scope-removed"; scope: string }
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

export const FAULT_KINDS = [
  "rate-limited",
  "server-error",
  "html",
  "errors-with-ok",
  "truncated",
  "slow",
  "connection-reset",
  "invalid-cursor",
  "token-expired",
  "token-revoked",
  "scope-removed",
  "cursor-repeats",
  "duplicate-items",
  "missed-item",
  "changed-item",
  "unknown-status",
  "unknown-request-type",
  "missing-fields",
  "missing-order",
  "zero-amount",
  "other-currency",
  "thirteen-requests",
] as const satisfies Fault["kind"][];
