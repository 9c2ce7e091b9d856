import { Hono } from "hono";
import { z } from "zod";
import { withTransaction } from "../../transaction.ts";
import { requireUserId } from "../admin-user-id.ts";
import type { AuthContext } from "../context.ts";
import { voidTokens } from "../one-time-tokens.ts";
import { digestOf } from "../refresh-tokens.ts";
import { readBody } from "../request-body.ts";
import { endSessions } from "../sessions.ts";
import { requireUser, type UserRow, userAnswer } from "../users.ts";

const Body = z.object({ should_soft_delete: z.boolean().nullish() });

/** DELETE /admin/users/{id}: the row goes, or, softly, only what names the person. */
export function deleteUser(auth: AuthContext): Hono {
  return new Hono().delete("/admin/users/:id", async (context) => {
    const id = requireUserId(context.req.param("id"));
    const body = await readBody(context, Body);
    const user = await requireUser(auth.pool, id);
    if (body.should_soft_delete) await forget(auth, user);
    else await auth.pool.query("delete from auth.users where id = $1", [id]);
    return context.json(userAnswer(user));
  });
}

async function forget(auth: AuthContext, user: UserRow): Promise<void> {
  await withTransaction(auth.pool, async (client) => {
    await client.query(
      `update auth.users set deleted_at = $2, updated_at = $2, email = $3, phone = null, encrypted_password = null,
                             email_change = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}'
       where id = $1`,
      [user.id, auth.now(), digestOf(`${user.id}${user.email}`)],
    );
    await client.query("delete from auth.identities where user_id = $1", [user.id]);
    await client.query("delete from auth.mfa_factors where user_id = $1", [user.id]);
    await client.query("delete from auth.flow_state where user_id = $1", [user.id]);
    await voidTokens(client, user.id);
    await endSessions(client, user.id, "global", null);
  });
}
