import { Hono } from "hono";
import { z } from "zod";
import { withTransaction } from "../../transaction.ts";
import { bannedUntil } from "../ban-duration.ts";
import { refuseTakenEmail } from "../change-account.ts";
import type { AuthContext } from "../context.ts";
import { insertAccount } from "../create-account.ts";
import { AuthError } from "../errors.ts";
import { requireAcceptable } from "../passwords.ts";
import { Email, Metadata, readBody } from "../request-body.ts";
import { requireUser, userAnswer } from "../users.ts";

const Body = z.object({
  id: z.guid().nullish(),
  email: Email.nullish(),
  password: z.string().nullish(),
  password_hash: z.string().max(255).nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: Metadata.nullish(),
  app_metadata: Metadata.nullish(),
  ban_duration: z.string().nullish(),
});

/** POST /admin/users */
export function createUser(auth: AuthContext): Hono {
  return new Hono().post("/admin/users", async (context) => {
    const body = await readBody(context, Body);
    const { email, password } = body;
    if (!email)
      throw new AuthError(400, "validation_failed", "Cannot create a user without either an email or phone");
    if (password) requireAcceptable(password);
    const at = auth.now();
    const account = {
      id: body.id ?? undefined,
      email,
      passwordHash: password ? await auth.passwords.hash(password) : body.password_hash,
      isConfirmed: body.email_confirm ?? false,
      userMetadata: body.user_metadata,
      appMetadata: body.app_metadata,
      bannedUntil: bannedUntil(body.ban_duration, at),
    };
    const id = await withTransaction(auth.pool, (client) => insertAccount(client, account, at)).catch(
      refuseTakenEmail,
    );
    return context.json(userAnswer(await requireUser(auth.pool, id)));
  });
}
