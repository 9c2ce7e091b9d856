import type { MiddlewareHandler } from "hono";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Database } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";

/** Rejects callers who are neither administrators nor members whose role can see amounts. */
export function requireBillingAccess(database: Database, noun: string): MiddlewareHandler<CallerEnv> {
  return async (context, next) => {
    const [row] = await database.asCaller(context.var.caller, (query) =>
      query("select access.is_admin() or access.current_client_id('billing') is not null as has_access"),
    );
    if (!row?.has_access) {
      throw new ApiError(403, "not_authorized", `Your account doesn't have access to ${noun}.`);
    }
    await next();
  };
}
