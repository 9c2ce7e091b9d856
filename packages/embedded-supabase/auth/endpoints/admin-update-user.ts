import { Hono } from "hono";
import { z } from "zod";
import { requireUserId } from "../admin-user-id.ts";
import { bannedUntil } from "../ban-duration.ts";
import { changeAccount } from "../change-account.ts";
import type { AuthContext } from "../context.ts";
import { requireAcceptable } from "../passwords.ts";
import { Email, Metadata, readBody } from "../request-body.ts";
import { requireUser, userAnswer } from "../users.ts";

const Body = z.object({
  email: Email.nullish(),
  password: z.string().nullish(),
  password_hash: z.string().max(255).nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: Metadata.nullish(),
  app_metadata: Metadata.nullish(),
  ban_duration: z.string().nullish(),
});

/** PUT /admin/users/{id} */
export function updateUser(auth: AuthContext): Hono {
  return new Hono().put("/admin/users/:id", async (context) => {
    const id = requireUserId(context.req.param("id"));
    const body = await readBody(context, Body);
    await requireUser(auth.pool, id);
    if (body.password) requireAcceptable(body.password);
    await changeAccount(auth, id, {
      email: body.email ?? undefined,
      password: body.password || undefined,
      passwordHash: body.password_hash ?? undefined,
      confirmEmail: body.email_confirm ?? false,
      userMetadata: body.user_metadata ?? undefined,
      appMetadata: body.app_metadata ?? undefined,
      bannedUntil: bannedUntil(body.ban_duration, auth.now()),
    });
    return context.json(userAnswer(await requireUser(auth.pool, id)));
  });
}
