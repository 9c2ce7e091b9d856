import { Hono } from "hono";
import { z } from "zod";
import { queryRows } from "../../../query.ts";
import { withTransaction } from "../../../transaction.ts";
import { requireUser, type UserRow } from "../../accounts/users.ts";
import type { AuthContext } from "../../http/context.ts";
import { readBody } from "../../http/request-body.ts";
import { revokeTokens } from "../../links/one-time-tokens.ts";
import { hashToken } from "../../sessions/refresh-tokens.ts";
import { endSessions } from "../../sessions/sessions.ts";
import { parseUserId } from "./user-id.ts";

const BodySchema = z.object({ should_soft_delete: z.boolean().nullish() });

/** DELETE /admin/users/{id} responds `{}`. A soft delete keeps the row and removes personal data. */
export function deleteUserRoute(auth: AuthContext): Hono {
  return new Hono().delete("/admin/users/:id", async (context) => {
    const id = parseUserId(context.req.param("id"));
    const body = await readBody(context, BodySchema);
    const user = await requireUser(auth.pool, id);
    if (body.should_soft_delete) {
      await softDelete(auth, user);
    } else {
      await queryRows(auth.pool, "delete from auth.users where id = $1", [id]);
    }
    return context.json({});
  });
}

async function softDelete(auth: AuthContext, user: UserRow): Promise<void> {
  await withTransaction(auth.pool, async (client) => {
    await queryRows(
      client,
      `update auth.users set deleted_at = $2, updated_at = $2, email = $3, phone = null, encrypted_password = null,
                             email_change = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}'
       where id = $1`,
      [user.id, auth.now(), hashToken(`${user.id}${user.email}`)],
    );
    await queryRows(client, "delete from auth.identities where user_id = $1", [user.id]);
    await queryRows(client, "delete from auth.mfa_factors where user_id = $1", [user.id]);
    await queryRows(client, "delete from auth.flow_state where user_id = $1", [user.id]);
    await revokeTokens(client, user.id);
    await endSessions(client, user.id, "global", null);
  });
}
