import { Hono } from "hono";
import type pg from "pg";
import { z } from "zod";
import { queryRows } from "../../../query.ts";
import { withTransaction } from "../../../transaction.ts";
import { rejectDuplicateEmail } from "../../accounts/update-account.ts";
import { findUserByEmail, lockUser, requireUser, serializeUser } from "../../accounts/users.ts";
import type { AuthContext } from "../../http/context.ts";
import { AuthError } from "../../http/errors.ts";
import { EmailSchema, MetadataSchema, readBody } from "../../http/request-body.ts";
import type { TokenPurpose } from "../../links/one-time-tokens.ts";
import { resolveRedirectTarget } from "../../links/redirect-target.ts";
import { createLink, type EmailLink } from "../../links/send-link.ts";
import { validatePassword } from "../../password/validate-password.ts";
import { findOrCreateUnconfirmedUser } from "../invite.ts";

const BodySchema = z.object({
  type: z.string().default(""),
  email: EmailSchema,
  new_email: EmailSchema.nullish(),
  password: z.string().nullish(),
  data: MetadataSchema.nullish(),
  redirect_to: z.string().nullish(),
  redirectTo: z.string().nullish(),
});
type Body = z.infer<typeof BodySchema>;

/** POST /admin/generate_link: creates a link and returns it instead of emailing it. */
export function generateLinkRoute(auth: AuthContext): Hono {
  return new Hono().post("/admin/generate_link", async (context) => {
    const body = await readBody(context, BodySchema);
    const requestedUrl = body.redirect_to ?? body.redirectTo ?? context.req.query("redirect_to");
    const redirectTo = resolveRedirectTarget(auth, requestedUrl);
    const signupPasswordHash = await hashSignupPassword(auth, body);
    const created = await withTransaction(auth.pool, async (client) => {
      const link = await prepareLink(auth, client, body, signupPasswordHash);
      const { token } = await createLink(auth, client, link);
      return { id: link.user.id, purpose: link.purpose, token };
    }).catch(rejectDuplicateEmail);
    return context.json({
      ...serializeUser(await requireUser(auth.pool, created.id)),
      action_link: actionLinkUrl(auth, created, redirectTo),
      // Return the link's token instead of a short code, which could be guessed.
      email_otp: created.token,
      hashed_token: created.token,
      verification_type: body.type,
      redirect_to: redirectTo,
    });
  });
}

async function hashSignupPassword(auth: AuthContext, body: Body): Promise<string | null> {
  if (body.type !== "signup") {
    return null;
  }
  if (!body.password) {
    throw new AuthError(400, "validation_failed", "Signup requires a valid password");
  }
  validatePassword(body.password);
  return auth.passwords.hash(body.password, body.email);
}

/**
 * Prepares the account for a link of the requested type.
 * @throws {AuthError} for an unknown type, or an account that does not allow it.
 */
async function prepareLink(
  auth: AuthContext,
  client: pg.PoolClient,
  body: Body,
  passwordHash: string | null,
): Promise<EmailLink> {
  switch (body.type) {
    case "signup":
    case "invite":
      return {
        user: await findOrCreateUnconfirmedUser(auth, client, body.email, body.data ?? {}, passwordHash),
        purpose: body.type,
        revokesOlder: true,
      };
    case "recovery":
    case "magiclink":
      return { user: await lockExistingUser(client, body.email), purpose: body.type };
    case "email_change_new": {
      if (!body.new_email) {
        throw new AuthError(400, "validation_failed", "An email address is required");
      }
      const user = await lockExistingUser(client, body.email);
      if (await findUserByEmail(client, body.new_email)) {
        throw new AuthError(
          422,
          "email_exists",
          "A user with this email address has already been registered",
        );
      }
      await queryRows(client, "update auth.users set email_change = $2 where id = $1", [
        user.id,
        body.new_email,
      ]);
      return { user, purpose: "email_change", newEmail: body.new_email, revokesOlder: true };
    }
    default:
      throw new AuthError(400, "validation_failed", "Invalid email action link type requested");
  }
}

async function lockExistingUser(client: pg.PoolClient, email: string) {
  const account = await findUserByEmail(client, email);
  const user = account && (await lockUser(client, account.id));
  if (!user) {
    throw new AuthError(404, "user_not_found", "User with this email not found");
  }
  return user;
}

function actionLinkUrl(
  auth: Pick<AuthContext, "publicUrl">,
  created: { purpose: TokenPurpose; token: string },
  redirectTo: string,
): string {
  const query = new URLSearchParams({ token: created.token, type: created.purpose, redirect_to: redirectTo });
  return `${auth.publicUrl}/auth/v1/verify?${query}`;
}
