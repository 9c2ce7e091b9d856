import type { MiddlewareHandler } from "hono";
import type { CallerEnv } from "#server/auth/guards.ts";
import { ApiError } from "#server/http/errors.ts";
import type { Services } from "#server/services.ts";

/** Rejects callers who are not clients, or who have not verified a required second factor, with 403. */
export function requireClient(
  { database }: Pick<Services, "database">,
  message: string,
): MiddlewareHandler<CallerEnv> {
  return async (context, next) => {
    const [row] = await database.asCaller(context.var.caller, (query) =>
      query("select access.current_client_id() is not null as is_client"),
    );
    if (!row?.is_client) {
      throw new ApiError(403, "not_authorized", message);
    }
    await next();
  };
}
