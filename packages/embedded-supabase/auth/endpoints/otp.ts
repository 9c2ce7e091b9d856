import { type Context, Hono } from "hono";
import { z } from "zod";
import { MetaSecurity, requireCaptcha } from "../captcha.ts";
import { challengeFields, challengeOf } from "../code-flow.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { mailPerAddress } from "../rate-limits.ts";
import { redirectTarget } from "../redirects.ts";
import { Email, readBody } from "../request-body.ts";
import { requestLink } from "../request-link.ts";
import type { Variables } from "../require-person.ts";

const Body = z.object({
  email: Email.nullish(),
  phone: z.string().nullish(),
  gotrue_meta_security: MetaSecurity,
  ...challengeFields,
});

/**
 * POST /otp and /magiclink: a link to sign in with, for accounts there are. `create_user` makes none: an unknown
 * address gets the same answer, and no mail.
 */
export function otp(auth: AuthContext): Hono<{ Variables: Variables }> {
  const answer = async (context: Context<{ Variables: Variables }>) => {
    const body = await readBody(context, Body);
    if (body.phone) throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
    if (!body.email) throw new AuthError(400, "validation_failed", "One of email or phone must be set");
    const challenge = challengeOf(body);
    await auth.limits.take([{ limit: mailPerAddress, by: auth.clientAddress(context) }]);
    await requireCaptcha(auth, context, body.gotrue_meta_security);
    const redirectTo = redirectTarget(auth, context.req.query("redirect_to"));
    await requestLink(auth, { email: body.email, challenge, redirectTo }, () => ({ purpose: "magiclink" }));
    return context.json({});
  };
  return new Hono<{ Variables: Variables }>().post("/otp", answer).post("/magiclink", answer);
}
