import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { AuthError } from "./errors.ts";

const largestBody = 64 * 1024;

/**
 * Refuses a body of more than 64 KB with 413. A length that is told decides before Hono's own limit looks at the body:
 * that look alone builds streams, which cost a sign-in as much as one of its statements.
 */
export function limitedBody(): MiddlewareHandler {
  const counted = bodyLimit({ maxSize: largestBody, onError: tooLarge });
  return (context, next) => {
    const length = context.req.header("content-length");
    // Node reads no further than the length told, and takes none beside chunks.
    if (length === undefined || context.req.header("transfer-encoding")) return counted(context, next);
    return Number(length) <= largestBody ? next() : tooLarge();
  };
}

function tooLarge(): never {
  throw new AuthError(413, "validation_failed", "Request body too large");
}
