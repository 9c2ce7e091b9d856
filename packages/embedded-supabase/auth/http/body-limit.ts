import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { AuthError } from "./errors.ts";

const MAX_BODY_BYTES = 64 * 1024;

/**
 * Rejects bodies over 64 KB with 413. If Content-Length is present, only its value is checked, because Hono's limit
 * wraps the body in streams, which slows down a sign-in as much as one more SQL statement.
 */
export function limitBodySize(): MiddlewareHandler {
  const limitStream = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: throwTooLarge });
  return (context, next) => {
    const length = context.req.header("content-length");
    // Node reads at most Content-Length bytes and rejects requests that also send Transfer-Encoding.
    if (length === undefined || context.req.header("transfer-encoding")) {
      return limitStream(context, next);
    }
    return Number(length) <= MAX_BODY_BYTES ? next() : throwTooLarge();
  };
}

function throwTooLarge(): never {
  throw new AuthError(413, "validation_failed", "Request body too large");
}
