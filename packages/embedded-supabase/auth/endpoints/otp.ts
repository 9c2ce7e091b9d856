import { type Context, Hono } from "hono";
import { z } from "zod";
import { requireCaptcha, SecurityMetadataSchema } from "../http/captcha.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import type { AuthVariables } from "../http/guards.ts";
import { EmailSchema, readBody } from "../http/request-body.ts";
import { EMAIL_PER_ADDRESS } from "../limits/rate-limits.ts";
import { parseChallenge, pkceFields } from "../links/pkce.ts";
import { resolveRedirectTarget } from "../links/redirect-target.ts";
import { requestLink } from "../links/request-link.ts";
import { requestOrigin } from "../sessions/sessions.ts";

const BodySchema = z.object({
  email: EmailSchema.nullish(),
  phone: z.string().nullish(),
  gotrue_meta_security: SecurityMetadataSchema,
  ...pkceFields,
});

/**
 * POST /otp and /magiclink: emails a sign-in link to existing accounts. `create_user` is ignored: an unknown address
 * gets the same response, but no email.
 */
export function otpRoutes(auth: AuthContext): Hono<{ Variables: AuthVariables }> {
  const handler = async (context: Context<{ Variables: AuthVariables }>) => {
    const body = await readBody(context, BodySchema);
    if (body.phone) {
      throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
    }
    if (!body.email) {
      throw new AuthError(400, "validation_failed", "One of email or phone must be set");
    }
    const challenge = parseChallenge(body);
    const origin = requestOrigin(auth, context);
    await auth.rateLimits.consume([{ limit: EMAIL_PER_ADDRESS, subject: origin.address }]);
    await requireCaptcha(auth, context, body.gotrue_meta_security);
    const redirectTo = resolveRedirectTarget(auth, context.req.query("redirect_to"));
    await requestLink(auth, { kind: "magiclink", email: body.email, challenge, redirectTo, origin }, () => ({
      purpose: "magiclink",
    }));
    return context.json({});
  };
  return new Hono<{ Variables: AuthVariables }>().post("/otp", handler).post("/magiclink", handler);
}
