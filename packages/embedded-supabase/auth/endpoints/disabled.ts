import { Hono } from "hono";
import { AuthError } from "../http/errors.ts";

/**
 * Endpoints of Supabase Auth that are disabled: only administrators create accounts, and email is the only provider.
 */
export function disabledRoutes(): Hono {
  const reject = (status: 400 | 404 | 422, code: string, message: string) => () => {
    throw new AuthError(status, code, message);
  };
  return new Hono()
    .all("/signup", reject(422, "signup_disabled", "Signups not allowed for this instance"))
    .all("/sso", reject(404, "saml_provider_disabled", "SAML 2.0 is disabled"))
    .all("/authorize", reject(400, "provider_disabled", "Unsupported provider: provider is not enabled"))
    .all("/user/identities/*", reject(404, "manual_linking_disabled", "Manual linking is disabled"));
}
