import { Hono } from "hono";
import type pg from "pg";
import { z } from "zod";
import { withTransaction } from "../../transaction.ts";
import { refuseTakenEmail } from "../change-account.ts";
import type { AuthContext } from "../context.ts";
import { insertAccount } from "../create-account.ts";
import { AuthError } from "../errors.ts";
import { redirectTarget } from "../redirects.ts";
import { Email, Metadata, readBody } from "../request-body.ts";
import { requireServiceRole, type Variables } from "../require-person.ts";
import { sendLink } from "../send-link.ts";
import { lockedUser, requireUser, type UserRow, userAnswer, userByEmail } from "../users.ts";

const Body = z.object({ email: Email, data: Metadata.nullish() });

/** POST /invite: an account without password, and the link to set one. Inviting again voids the older link. */
export function invite(auth: AuthContext): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>().post("/invite", requireServiceRole, async (context) => {
    const { email, data } = await readBody(context, Body);
    const redirectTo = redirectTarget(auth, context.req.query("redirect_to"));
    const id = await withTransaction(auth.pool, async (client) => {
      const user = await unconfirmedAccount(auth, client, email, data ?? {});
      await sendLink(auth, client, { user, purpose: "invite", redirectTo });
      return user.id;
    }).catch(refuseTakenEmail);
    return context.json(userAnswer(await requireUser(auth.pool, id)));
  });
}

/** The account that has not confirmed this address yet, made where there is none. Throws an AuthError for others. */
export async function unconfirmedAccount(
  auth: Pick<AuthContext, "now">,
  client: pg.PoolClient,
  email: string,
  userMetadata: Record<string, unknown>,
  passwordHash: string | null = null,
): Promise<UserRow> {
  const known = await userByEmail(client, email);
  const id = known?.id ?? (await insertAccount(client, { email, userMetadata, passwordHash }, auth.now()));
  const user = await lockedUser(client, id);
  if (!user || user.email_confirmed_at)
    throw new AuthError(422, "email_exists", "A user with this email address has already been registered");
  return user;
}
