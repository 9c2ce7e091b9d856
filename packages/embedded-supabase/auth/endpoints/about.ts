import { Hono } from "hono";
import type { AuthContext } from "../context.ts";

const providersSwitchedOff = ["anonymous_users", "phone", "apple", "azure", "github", "gitlab", "google"];

/** What the backend tells about itself: settings, health, and the public keys of its tokens. */
export function about(auth: AuthContext): Hono {
  return new Hono()
    .get("/settings", (context) =>
      context.json({
        external: { email: true, ...Object.fromEntries(providersSwitchedOff.map((name) => [name, false])) },
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
