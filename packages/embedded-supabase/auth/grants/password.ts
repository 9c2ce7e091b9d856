import type { Context } from "hono";
import { z } from "zod";
import { findUserByEmail, isBanned } from "../accounts/users.ts";
import { requireCaptcha, SecurityMetadataSchema } from "../http/captcha.ts";
import type { AuthContext, SignInAttempt } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import type { AuthVariables } from "../http/guards.ts";
import { readBody } from "../http/request-body.ts";
import {
  PASSWORD_PER_ACCOUNT,
  PASSWORD_PER_ACCOUNT_AND_ADDRESS,
  PASSWORD_PER_ADDRESS,
} from "../limits/rate-limits.ts";
import { createSessionResponse, openSession, requestOrigin } from "../sessions/sessions.ts";
import { recordSignInAttempt } from "../sessions/sign-in-attempts.ts";

const BodySchema = z.object({
  email: z.string().max(255).default(""),
  password: z.string().default(""),
  gotrue_meta_security: SecurityMetadataSchema,
});

/**
 * Signs in with email and password. A wrong password and an unknown address get the same response in the same time.
 * Banned and unconfirmed accounts are reported only if the password is correct.
 */
export async function passwordGrant(
  auth: AuthContext,
  context: Context<{ Variables: AuthVariables }>,
): Promise<object> {
  const body = await readBody(context, BodySchema);
  const email = body.email.trim().toLowerCase();
  if (!email) {
    throw new AuthError(400, "validation_failed", "missing email or phone");
  }
  const request = { account: email, address: auth.clientAddress(context) };
  return auth.limitPasswordRequests(request, () => signIn(auth, context, body, email));
}

async function signIn(
  auth: AuthContext,
  context: Context<{ Variables: AuthVariables }>,
  body: z.infer<typeof BodySchema>,
  email: string,
): Promise<object> {
  const origin = requestOrigin(auth, context);
  const recordAttempt = (outcome: SignInAttempt["outcome"], userId: string | null) =>
    recordSignInAttempt(auth, { ...origin, email, userId, outcome, at: auth.now() });

  const perAddress = { limit: PASSWORD_PER_ADDRESS, subject: origin.address };
  const perAccountAndAddress = {
    limit: PASSWORD_PER_ACCOUNT_AND_ADDRESS,
    subject: email,
    address: origin.address,
  };
  const perAccount = { limit: PASSWORD_PER_ACCOUNT, subject: email };
  try {
    // Attempts rejected per address must not count toward the limit of the account.
    await auth.rateLimits.consume([perAddress, perAccountAndAddress], [perAccount]);
  } catch (error) {
    if (error instanceof AuthError && error.status === 429) {
      await recordAttempt("rate-limited", null);
    }
    throw error;
  }
  await requireCaptcha(auth, context, body.gotrue_meta_security);

  const user = await findUserByEmail(auth.pool, email);
  const isValid = await auth.passwords
    .verify(body.password, user?.encrypted_password ?? null, email)
    .catch(async (error) => {
      // Refund the attempt, because the password was not compared.
      await auth.rateLimits.adjust({ refund: [perAddress, perAccountAndAddress, perAccount] });
      throw error;
    });
  if (!user || !isValid) {
    await recordAttempt("wrong-credentials", user?.id ?? null);
    throw invalidCredentialsError();
  }
  // Do not reset the account's counter: the user's own sign-in must not give an attacker new attempts.
  await auth.rateLimits.adjust({ refund: [perAddress, perAccount], reset: [perAccountAndAddress] });
  if (isBanned(user, auth.now())) {
    await recordAttempt("banned", user.id);
    throw new AuthError(400, "user_banned", "User is banned");
  }
  if (!user.email_confirmed_at) {
    await recordAttempt("wrong-credentials", user.id);
    throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
  }
  const opened = await openSession(auth, context, user, "password");
  await recordAttempt(opened ? "succeeded" : "wrong-credentials", user.id);
  if (!opened) {
    throw invalidCredentialsError();
  }
  return createSessionResponse(auth, opened);
}

const invalidCredentialsError = () => new AuthError(400, "invalid_credentials", "Invalid login credentials");
