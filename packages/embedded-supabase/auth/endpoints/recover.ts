import { Hono } from "hono";
import { z } from "zod";
import { requireCaptcha, SecurityMetadataSchema } from "../http/captcha.ts";
import type { AuthContext } from "../http/context.ts";
import type { AuthVariables } from "../http/guards.ts";
import { EmailSchema, readBody } from "../http/request-body.ts";
import { EMAIL_PER_ADDRESS } from "../limits/rate-limits.ts";
import { parseChallenge, pkceFields } from "../links/pkce.ts";
import { resolveRedirectTarget } from "../links/redirect-target.ts";
import { requestLink } from "../links/request-link.ts";
import { requestOrigin } from "../sessions/sessions.ts";

const BodySchema = z.object({
  email: EmailSchema,
  gotrue_meta_security: SecurityMetadataSchema,
  ...pkceFields,
});

/** POST /recover: emails a link to set a new password. Responds `{}` whether or not the account exists. */
export function recoverRoute(auth: AuthContext): Hono<{ Variables: AuthVariables }> {
  return new Hono<{ Variables: AuthVariables }>().post("/recover", async (context) => {
    const body = await readBody(context, BodySchema);
    const challenge = parseChallenge(body);
    const origin = requestOrigin(auth, context);
    await auth.rateLimits.consume([{ limit: EMAIL_PER_ADDRESS, subject: origin.address }]);
    await requireCaptcha(auth, context, body.gotrue_meta_security);
    const redirectTo = resolveRedirectTarget(auth, context.req.query("redirect_to"));
    await requestLink(auth, { kind: "recovery", email: body.email, challenge, redirectTo, origin }, () => ({
      purpose: "recovery",
    }));
    return context.json({});
  });
}
