import { Hono } from "hono";
import { z } from "zod";
import type { UserRow } from "../accounts/users.ts";
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
  type: z.string().default(""),
  email: EmailSchema.nullish(),
  phone: z.string().nullish(),
  gotrue_meta_security: SecurityMetadataSchema,
  ...pkceFields,
});

/** POST /resend: resends a pending confirmation or email change. Responds `{}` for every address. */
export function resendRoute(auth: AuthContext): Hono<{ Variables: AuthVariables }> {
  return new Hono<{ Variables: AuthVariables }>().post("/resend", async (context) => {
    const body = await readBody(context, BodySchema);
    const { type, email } = body;
    if (email && body.phone) {
      throw new AuthError(
        400,
        "validation_failed",
        "Only an email address or phone number should be provided.",
      );
    }
    if (type === "sms" || type === "phone_change") {
      throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
    }
    if (type !== "signup" && type !== "email_change") {
      throw new AuthError(400, "validation_failed", "Missing one of these types: signup, email_change");
    }
    if (!email) {
      throw new AuthError(400, "validation_failed", "Type provided requires an email address");
    }
    const challenge = parseChallenge(body);
    const origin = requestOrigin(auth, context);
    await auth.rateLimits.consume([{ limit: EMAIL_PER_ADDRESS, subject: origin.address }]);
    await requireCaptcha(auth, context, body.gotrue_meta_security);
    const redirectTo = resolveRedirectTarget(auth, context.req.query("redirect_to"));
    await requestLink(
      auth,
      { kind: type, email, challenge, redirectTo, origin },
      type === "signup" ? selectConfirmation : selectEmailChange,
    );
    return context.json({});
  });
}

const selectConfirmation = (user: UserRow) =>
  user.email_confirmed_at ? null : { purpose: user.invited_at ? ("invite" as const) : ("signup" as const) };

const selectEmailChange = (user: UserRow) =>
  user.email_change ? { purpose: "email_change" as const, newEmail: user.email_change } : null;
