import { Hono } from "hono";
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
import type { UserRow } from "../users.ts";

const Body = z.object({
  type: z.string().default(""),
  email: Email.nullish(),
  gotrue_meta_security: MetaSecurity,
  ...challengeFields,
});

/** POST /resend: the confirmation or e-mail change under way, once more. Answers `{}` for every address. */
export function resend(auth: AuthContext): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>().post("/resend", async (context) => {
    const body = await readBody(context, Body);
    const { type, email } = body;
    if (type === "sms" || type === "phone_change")
      throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
    if (type !== "signup" && type !== "email_change")
      throw new AuthError(400, "validation_failed", "Missing one of these types: signup, email_change");
    if (!email) throw new AuthError(400, "validation_failed", "Type provided requires an email address");
    const challenge = challengeOf(body);
    await auth.limits.take([{ limit: mailPerAddress, by: auth.clientAddress(context) }]);
    await requireCaptcha(auth, context, body.gotrue_meta_security);
    const redirectTo = redirectTarget(auth, context.req.query("redirect_to"));
    await requestLink(auth, { email, challenge, redirectTo }, type === "signup" ? unconfirmed : changing);
    return context.json({});
  });
}

const unconfirmed = (user: UserRow) =>
  user.email_confirmed_at ? null : { purpose: user.invited_at ? ("invite" as const) : ("signup" as const) };

const changing = (user: UserRow) =>
  user.email_change ? { purpose: "email_change" as const, newEmail: user.email_change } : null;
