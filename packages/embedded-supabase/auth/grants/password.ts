import type { Context } from "hono";
import { z } from "zod";
import { MetaSecurity, requireCaptcha } from "../captcha.ts";
import type { AuthContext, SignInAttempt } from "../context.ts";
import { AuthError } from "../errors.ts";
import { passwordPerAccount, passwordPerAccountFrom, passwordPerAddress } from "../rate-limits.ts";
import { readBody } from "../request-body.ts";
import type { Variables } from "../require-person.ts";
import { openSession, originOf, sessionAnswer } from "../sessions.ts";
import { noteAttempt } from "../sign-in-attempts.ts";
import { isBanned, userByEmail } from "../users.ts";

const Body = z.object({
  email: z.string().max(255).default(""),
  password: z.string().default(""),
  gotrue_meta_security: MetaSecurity,
});

/**
 * Signs in with e-mail address and password. A wrong password and an unknown address get the same answer in the same
 * time; that an account is banned or unconfirmed is told only to who knows its password.
 */
export async function passwordGrant(
  auth: AuthContext,
  context: Context<{ Variables: Variables }>,
): Promise<object> {
  const body = await readBody(context, Body);
  const email = body.email.trim().toLowerCase();
  if (!email) throw new AuthError(400, "validation_failed", "missing email or phone");
  const origin = originOf(auth, context);
  const tried = (outcome: SignInAttempt["outcome"], userId: string | null) =>
    noteAttempt(auth, { ...origin, email, userId, outcome, at: auth.now() });

  const perAddress = { limit: passwordPerAddress, by: origin.address };
  const perAccountFrom = { limit: passwordPerAccountFrom, by: email, from: origin.address };
  const perAccount = { limit: passwordPerAccount, by: email };
  try {
    // What an address is refused must not count against everybody.
    await auth.limits.take([perAddress, perAccountFrom], [perAccount]);
  } catch (error) {
    if (error instanceof AuthError && error.status === 429) await tried("rate-limited", null);
    throw error;
  }
  await requireCaptcha(auth, context, body.gotrue_meta_security);

  const user = await userByEmail(auth.pool, email);
  const isRight = await auth.passwords.isRight(body.password, user?.encrypted_password ?? null);
  if (!user || !isRight) {
    await tried("wrong-credentials", user?.id ?? null);
    throw wrongCredentials();
  }
  // A person who signs in while others guess gives them no new tries: the account's own counter is not cleared.
  await auth.limits.settle({ givenBack: [perAddress, perAccount], cleared: [perAccountFrom] });
  if (isBanned(user, auth.now())) {
    await tried("banned", user.id);
    throw new AuthError(400, "user_banned", "User is banned");
  }
  if (!user.email_confirmed_at) {
    await tried("wrong-credentials", user.id);
    throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
  }
  const opened = await openSession(auth, context, user, "password");
  await tried(opened ? "succeeded" : "wrong-credentials", user.id);
  if (!opened) throw wrongCredentials();
  return sessionAnswer(auth, opened);
}

const wrongCredentials = () => new AuthError(400, "invalid_credentials", "Invalid login credentials");
