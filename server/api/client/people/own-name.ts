import { Hono, type MiddlewareHandler } from "hono";
import { ChangeOwnName } from "#domain/clients/account-settings.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 4 * 1024;

/** `PUT /api/client/own-name` changes the caller's name at the selected client, for every role. */
export function createOwnNameRoutes({ database }: Pick<Services, "database">) {
  const validName = validateJson(ChangeOwnName, { maxBytes: MAX_BODY_BYTES });
  const membersOnly: MiddlewareHandler<CallerEnv> = async (context, next) => {
    const [row] = await database.asCaller(context.var.caller, (query) =>
      query("select access.current_client_id() is not null as is_member"),
    );
    if (!row?.is_member) {
      throw notMemberError();
    }
    await next();
  };
  return new Hono<CallerEnv>().put("/client/own-name", membersOnly, validName, async (context) => {
    const { name } = context.req.valid("json");
    const [row] = await database.asCaller(context.var.caller, (query) =>
      query("select endpoints.change_own_name($1) as is_member", [name]),
    );
    if (!row?.is_member) {
      throw notMemberError();
    }
    return context.json({ success: true });
  });
}

function notMemberError(): ApiError {
  return new ApiError(403, "not_authorized", "Only people with access to a client can change their name.");
}
