import { type Context, Hono } from "hono";
import { z } from "zod";
import { authorizePasswordChange } from "../accounts/authorize-password-change.ts";
import { updateOwnAccount } from "../accounts/update-own-account.ts";
import { requireUser, serializeUser } from "../accounts/users.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { type AuthVariables, requireAccessToken, requireSession } from "../http/guards.ts";
import { EmailSchema, MetadataSchema, readBody } from "../http/request-body.ts";
import { runInConstantTime } from "../limits/constant-time.ts";
import { EMAIL_PER_ADDRESS } from "../limits/rate-limits.ts";
import { parseChallenge, pkceFields } from "../links/pkce.ts";
import { resolveRedirectTarget } from "../links/redirect-target.ts";
import { personalTerms, validatePassword } from "../password/validate-password.ts";
import { requireRecentSignIn } from "../sessions/require-recent-sign-in.ts";

const BodySchema = z.object({
  email: EmailSchema.nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().max(255).nullish(),
  data: MetadataSchema.nullish(),
  phone: z.string().nullish(),
  app_metadata: MetadataSchema.nullish(),
  ...pkceFields,
});

/** GET and PUT /user: the signed-in user's account. */
export function userRoutes(auth: AuthContext): Hono<{ Variables: AuthVariables }> {
  return new Hono<{ Variables: AuthVariables }>()
    .get("/user", async (context) => {
      const { user } = await requireSession(auth, context);
      return context.json(serializeUser(user));
    })
    .put("/user", async (context) => {
      const { sub } = await requireAccessToken(auth, context);
      const request = { account: sub, address: auth.clientAddress(context) };
      return auth.limitPasswordRequests(request, () => updateUser(auth, context));
    });
}

async function updateUser(
  auth: AuthContext,
  context: Context<{ Variables: AuthVariables }>,
): Promise<Response> {
  const { claims, user, aal } = await requireSession(auth, context);
  const body = await readBody(context, BodySchema);
  rejectUnsupportedFields(body);
  const { email, nonce = null } = body;
  const password = body.password ?? null;
  const newEmail = email && email !== user.email ? email : null;
  if (password !== null) {
    const emails = newEmail ? [user.email, newEmail] : [user.email];
    validatePassword(password, { disallowed: personalTerms(auth.publicUrl, emails) });
  }
  if ((password !== null || newEmail || body.data) && user.has_factor && aal !== "aal2") {
    throw new AuthError(
      401,
      "insufficient_aal",
      "AAL2 session is required to update email, password or metadata when MFA is enabled.",
    );
  }
  const challenge = parseChallenge(body);
  const redirectTo = resolveRedirectTarget(auth, context.req.query("redirect_to"));
  if (newEmail) {
    await requireRecentSignIn(auth.pool, claims.session_id, auth.now());
    await auth.rateLimits.consume([{ limit: EMAIL_PER_ADDRESS, subject: auth.clientAddress(context) }]);
  }
  const currentPassword = body.current_password ?? null;
  if (password !== null) {
    await authorizePasswordChange(auth, context, {
      user,
      sessionId: claims.session_id,
      password,
      currentPassword,
      nonce,
    });
  }
  const update = () =>
    updateOwnAccount(auth, claims, user, {
      password,
      verifiedPasswordHash: currentPassword === null ? null : user.encrypted_password,
      nonce,
      newEmail,
      userMetadata: body.data ?? null,
      challenge,
      redirectTo,
    });
  await (newEmail ? runInConstantTime(update) : update());
  return context.json(serializeUser(await requireUser(auth.pool, user.id)));
}

/** @throws {AuthError} for fields that only an administrator or another provider can change */
function rejectUnsupportedFields({ phone, app_metadata }: z.infer<typeof BodySchema>): void {
  if (phone) {
    throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  }
  if (app_metadata) {
    throw new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
  }
}
