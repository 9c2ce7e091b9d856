import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import type { CallerEnv } from "#server/auth/guards.ts";
import { ApiError } from "#server/http/errors.ts";
import type { Services } from "#server/services.ts";

const ClientPath = z.object({ client: z.guid() });

/** Rejects callers who are neither owners of the client in the path, nor administrators, with 403. */
export function requirePeopleManager({ database }: Pick<Services, "database">): MiddlewareHandler<CallerEnv> {
  return async (context, next) => {
    const path = ClientPath.safeParse(context.req.param());
    const [row] = path.success
      ? await database.asCaller(context.var.caller, (query) =>
          query("select access.can_manage_people($1) as can_manage", [path.data.client]),
        )
      : [];
    if (!row?.can_manage) {
      throw new ApiError(403, "not_authorized", "Only owners can manage people.");
    }
    await next();
  };
}
