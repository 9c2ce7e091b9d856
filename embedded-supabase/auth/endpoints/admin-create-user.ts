import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { withTransaction } from "../../transaction.ts";
import { bannedUntil } from "../ban-duration.ts";
import { refuseTakenEmail } from "../change-account.ts";
import type { AuthContext } from "../context.ts";
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
    if (!body.email)
      throw new AuthError(400, "validation_failed", "Cannot create a user without either an email or phone");
    const id = body.id ?? randomUUID();
    await insertUser(auth, id, body.email, body);
    return context.json(userAnswer(await requireUser(auth.pool, id)));
  });
}

async function insertUser(
  auth: AuthContext,
  id: string,
  email: string,
  body: z.infer<typeof Body>,
): Promise<void> {
  if (body.password) requireAcceptable(body.password);
  const hash = body.password ? await auth.passwords.hash(body.password) : (body.password_hash ?? null);
  const at = auth.now();
  const identity = { sub: id, email, email_verified: false, phone_verified: false };
  const metadata = { ...body.user_metadata, email_verified: body.email_confirm ?? false };
  await withTransaction(auth.pool, async (client) => {
    await client.query(
      `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
                               raw_app_meta_data, raw_user_meta_data, banned_until, created_at, updated_at,
                               confirmation_token, recovery_token, email_change_token_new, email_change)
       values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, $4,
               $5, $6, $7, $8::timestamptz, $8, '', '', '', '')`,
      [
        ...[id, email, hash, body.email_confirm ? at : null],
        ...[{ ...body.app_metadata, provider: "email", providers: ["email"] }, metadata],
        ...[bannedUntil(body.ban_duration, at) ?? null, at],
      ],
    );
    await client.query(
      `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
       values ($1::uuid::text, $1::uuid, $2, 'email', $3, $3)`,
      [id, identity, at],
    );
  }).catch(refuseTakenEmail);
}
