import { Hono } from "hono";
import type pg from "pg";
import { z } from "zod";
import { withTransaction } from "../../transaction.ts";
import { createAccount } from "../accounts/create-account.ts";
import { rejectDuplicateEmail } from "../accounts/update-account.ts";
import { findUserByEmail, lockUser, requireUser, serializeUser, type UserRow } from "../accounts/users.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { type AuthVariables, requireServiceRole } from "../http/guards.ts";
import { EmailSchema, MetadataSchema, readBody } from "../http/request-body.ts";
import { resolveRedirectTarget } from "../links/redirect-target.ts";
import { sendLink } from "../links/send-link.ts";

const BodySchema = z.object({ email: EmailSchema, data: MetadataSchema.nullish() });

/** POST /invite: creates an account without a password and emails a link to set one. Revokes an earlier invitation. */
export function inviteRoute(auth: AuthContext): Hono<{ Variables: AuthVariables }> {
  return new Hono<{ Variables: AuthVariables }>().post("/invite", requireServiceRole, async (context) => {
    const { email, data } = await readBody(context, BodySchema);
    const redirectTo = resolveRedirectTarget(auth, context.req.query("redirect_to"));
    const id = await withTransaction(auth.pool, async (client) => {
      const user = await findOrCreateUnconfirmedUser(auth, client, email, data ?? {});
      await sendLink(auth, client, { user, purpose: "invite", redirectTo, revokesOlder: true });
      return user.id;
    }).catch(rejectDuplicateEmail);
    return context.json(serializeUser(await requireUser(auth.pool, id)));
  });
}

/**
 * Returns the unconfirmed user with this address, locked. Creates the user if there is none.
 * @throws {AuthError} 422 `email_exists` if the address is already confirmed.
 */
export async function findOrCreateUnconfirmedUser(
  auth: Pick<AuthContext, "now">,
  client: pg.PoolClient,
  email: string,
  userMetadata: Record<string, unknown>,
  passwordHash: string | null = null,
): Promise<UserRow> {
  const existing = await findUserByEmail(client, email);
  const id = existing?.id ?? (await createAccount(client, { email, userMetadata, passwordHash }, auth.now()));
  const user = await lockUser(client, id);
  if (!user || user.email_confirmed_at) {
    throw new AuthError(422, "email_exists", "A user with this email address has already been registered");
  }
  return user;
}
