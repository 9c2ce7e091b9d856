import { Hono } from "hono";
import { z } from "zod";
import { MetaSecurity, requireCaptcha } from "../captcha.ts";
import { challengeFields, challengeOf } from "../code-flow.ts";
import type { AuthContext } from "../context.ts";
import { mailPerAddress } from "../rate-limits.ts";
import { redirectTarget } from "../redirects.ts";
import { Email, readBody } from "../request-body.ts";
import { requestLink } from "../request-link.ts";
import type { Variables } from "../require-person.ts";

const Body = z.object({ email: Email, gotrue_meta_security: MetaSecurity, ...challengeFields });

/** POST /recover: a link to set a new password. Answers `{}` whether or not there is such an account. */
export function recover(auth: AuthContext): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>().post("/recover", async (context) => {
    const body = await readBody(context, Body);
    const challenge = challengeOf(body);
    await auth.limits.take([{ limit: mailPerAddress, by: auth.clientAddress(context) }]);
    await requireCaptcha(auth, context, body.gotrue_meta_security);
    const redirectTo = redirectTarget(auth, context.req.query("redirect_to"));
    await requestLink(auth, { email: body.email, challenge, redirectTo }, () => ({ purpose: "recovery" }));
    return context.json({});
  });
}
