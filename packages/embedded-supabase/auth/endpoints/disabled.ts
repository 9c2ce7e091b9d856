import { Hono } from "hono";
import { z } from "zod";
import { AuthError } from "../http/errors.ts";
import { readBody } from "../http/request-body.ts";

const SignUpBodySchema = z.object({ email: z.string().nullish(), phone: z.string().nullish() });

/**
 * Endpoints of Supabase Auth that are disabled: only administrators create accounts, and email is the only provider.
 */
export function disabledRoutes(): Hono {
  const reject = (status: 400 | 404 | 422, code: string, message: string) => () => {
    throw new AuthError(status, code, message);
  };
  return new Hono()
    .post("/signup", async (context, next) => {
      const { email, phone } = await readBody(context, SignUpBodySchema);
      if (!email && !phone) {
        throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
      }
      await next();
    })
    .all("/signup", reject(422, "signup_disabled", "Signups not allowed for this instance"))
    .all("/sso", reject(404, "saml_provider_disabled", "SAML 2.0 is disabled"))
    .all("/authorize", reject(400, "provider_disabled", "Unsupported provider: provider is not enabled"))
    .all("/user/identities/*", reject(404, "manual_linking_disabled", "Manual linking is disabled"))
    .all("/admin/oauth/*", reject(404, "feature_disabled", "OAuth server is disabled"))
    .all("/oauth/*", reject(404, "feature_disabled", "OAuth server is disabled"));
}
