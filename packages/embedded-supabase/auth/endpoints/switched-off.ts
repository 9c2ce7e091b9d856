import { Hono } from "hono";
import { AuthError } from "../errors.ts";

/** Known addresses that refuse by choice: accounts are made by administrators only, and there is no other provider. */
export function switchedOff(): Hono {
  const refuse = (status: 400 | 404 | 422, code: string, message: string) => () => {
    throw new AuthError(status, code, message);
  };
  return new Hono()
    .all("/signup", refuse(422, "signup_disabled", "Signups not allowed for this instance"))
    .all("/sso", refuse(404, "saml_provider_disabled", "SAML 2.0 is disabled"))
    .all("/authorize", refuse(400, "provider_disabled", "Unsupported provider: provider is not enabled"))
    .all("/user/identities/*", refuse(404, "manual_linking_disabled", "Manual linking is disabled"));
}
