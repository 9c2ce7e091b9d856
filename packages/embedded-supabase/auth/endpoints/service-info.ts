import { Hono } from "hono";
import type { AuthContext } from "../http/context.ts";

const DISABLED_PROVIDERS = ["anonymous_users", "phone", "apple", "azure", "github", "gitlab", "google"];

/** GET /settings, /health and /.well-known/jwks.json: public information about this backend. */
export function serviceInfoRoutes(auth: AuthContext): Hono {
  return new Hono()
    .get("/settings", (context) =>
      context.json({
        external: { email: true, ...Object.fromEntries(DISABLED_PROVIDERS.map((name) => [name, false])) },
        disable_signup: true,
        mailer_autoconfirm: false,
        phone_autoconfirm: false,
        sms_provider: "",
        saml_enabled: false,
      }),
    )
    .get("/health", (context) =>
      context.json({ version: "1", name: "embedded-supabase", description: "Accounts and sessions" }),
    )
    .get("/.well-known/jwks.json", async (context) => {
      context.header("Cache-Control", "public, max-age=600");
      return context.json(await auth.signingKeys.published());
    });
}
