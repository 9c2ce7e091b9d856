import type { MiddlewareHandler } from "hono";
import { ApiError } from "#server/http/errors.ts";

/** Rejects forms that another site sends from its visitors' browsers. @throws {ApiError} 403 */
export function rejectCrossSite(): MiddlewareHandler {
  return async (context, next) => {
    if (context.req.header("sec-fetch-site") === "cross-site") {
      throw new ApiError(403, "not_authorized", "Use the form on our site.");
    }
    await next();
  };
}
