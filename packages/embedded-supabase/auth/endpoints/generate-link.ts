import { Hono } from "hono";
import type pg from "pg";
import { z } from "zod";
import { withTransaction } from "../../transaction.ts";
import { refuseTakenEmail } from "../change-account.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import type { TokenPurpose } from "../one-time-tokens.ts";
import { requireAcceptable } from "../passwords.ts";
import { redirectTarget } from "../redirects.ts";
import { Email, Metadata, readBody } from "../request-body.ts";
import { type Link, makeLink } from "../send-link.ts";
import { lockedUser, requireUser, userAnswer, userByEmail } from "../users.ts";
import { unconfirmedAccount } from "./invite.ts";

const Body = z.object({
  type: z.string().default(""),
  email: Email,
  new_email: Email.nullish(),
  password: z.string().nullish(),
  data: Metadata.nullish(),
  redirect_to: z.string().nullish(),
  redirectTo: z.string().nullish(),
});
type Body = z.infer<typeof Body>;

/** POST /admin/generate_link: a link for the secret key's holder to hand over; sends no mail. */
export function generateLink(auth: AuthContext): Hono {
  return new Hono().post("/admin/generate_link", async (context) => {
    const body = await readBody(context, Body);
    const wanted = body.redirect_to ?? body.redirectTo ?? context.req.query("redirect_to");
    const redirectTo = redirectTarget(auth, wanted);
    const hash = await newPasswordHash(auth, body);
    const made = await withTransaction(auth.pool, async (client) => {
      const link = await linkFor(auth, client, body, hash);
      const { token } = await makeLink(auth, client, link);
      return { id: link.user.id, purpose: link.purpose, token };
    }).catch(refuseTakenEmail);
    return context.json({
      ...userAnswer(await requireUser(auth.pool, made.id)),
      action_link: actionLink(auth, made, redirectTo),
      // Codes are as long as links: a short one could be guessed.
      email_otp: made.token,
      hashed_token: made.token,
      verification_type: body.type,
      redirect_to: redirectTo,
    });
  });
}

async function newPasswordHash(auth: AuthContext, body: Body): Promise<string | null> {
  if (body.type !== "signup") return null;
  if (!body.password) throw new AuthError(400, "validation_failed", "Signup requires a valid password");
  requireAcceptable(body.password);
  return auth.passwords.hash(body.password);
}

/** Whose link of what kind. Throws an AuthError for a type there is not and for accounts it does not fit. */
async function linkFor(
  auth: AuthContext,
  client: pg.PoolClient,
  body: Body,
  passwordHash: string | null,
): Promise<Link> {
  switch (body.type) {
    case "signup":
    case "invite":
      return {
        user: await unconfirmedAccount(auth, client, body.email, body.data ?? {}, passwordHash),
        purpose: body.type,
      };
    case "recovery":
    case "magiclink":
      return { user: await knownAccount(client, body.email), purpose: body.type };
    case "email_change_new": {
      if (!body.new_email) throw new AuthError(400, "validation_failed", "An email address is required");
      const user = await knownAccount(client, body.email);
      if (await userByEmail(client, body.new_email))
        throw new AuthError(
          422,
          "email_exists",
          "A user with this email address has already been registered",
        );
      await client.query("update auth.users set email_change = $2 where id = $1", [user.id, body.new_email]);
      return { user, purpose: "email_change", newEmail: body.new_email };
    }
    default:
      throw new AuthError(400, "validation_failed", "Invalid email action link type requested");
  }
}

async function knownAccount(client: pg.PoolClient, email: string) {
  const found = await userByEmail(client, email);
  const user = found && (await lockedUser(client, found.id));
  if (!user) throw new AuthError(404, "user_not_found", "User with this email not found");
  return user;
}

function actionLink(
  auth: Pick<AuthContext, "publicUrl">,
  made: { purpose: TokenPurpose; token: string },
  redirectTo: string,
): string {
  const query = new URLSearchParams({ token: made.token, type: made.purpose, redirect_to: redirectTo });
  return `${auth.publicUrl}/auth/v1/verify?${query}`;
}
