import type { MiddlewareHandler } from "hono";
import type { ClientPermission } from "#domain/clients/members/role.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { ApiError } from "#server/http/errors.ts";
import type { Services } from "#server/services.ts";

/**
 * Rejects callers who are not members of a client with the permission, or who have not verified a required second
 * factor, with 403.
 */
export function requireClient(
  { database }: Pick<Services, "database">,
  permission: ClientPermission,
  message: string,
): MiddlewareHandler<CallerEnv> {
  return async (context, next) => {
    const [row] = await database.asCaller(context.var.caller, (query) =>
      query("select access.current_client_id($1) is not null as is_client", [permission]),
    );
    if (!row?.is_client) {
      throw new ApiError(403, "not_authorized", message);
    }
    await next();
  };
}
