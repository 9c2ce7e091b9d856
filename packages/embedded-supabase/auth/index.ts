import { Hono } from "hono";
import { adminRoutes } from "./endpoints/admin/index.ts";
import { disabledRoutes } from "./endpoints/disabled.ts";
import { inviteRoute } from "./endpoints/invite.ts";
import { logoutRoute } from "./endpoints/logout.ts";
import { otpRoutes } from "./endpoints/otp.ts";
import { reauthenticateRoute } from "./endpoints/reauthenticate.ts";
import { recoverRoute } from "./endpoints/recover.ts";
import { resendRoute } from "./endpoints/resend.ts";
import { serviceInfoRoutes } from "./endpoints/service-info.ts";
import { tokenRoute } from "./endpoints/token.ts";
import { userRoutes } from "./endpoints/user.ts";
import { verifyRoute } from "./endpoints/verify.ts";
import { verifyLinkRoute } from "./endpoints/verify-link.ts";
import { factorRoutes } from "./factors/index.ts";
import { limitBodySize } from "./http/body-limit.ts";
import type { AuthContext } from "./http/context.ts";
import { AuthError, handleError } from "./http/errors.ts";
import { type AuthVariables, requireApiKey } from "./http/guards.ts";

/** Creates the `/auth/v1` routes, compatible with Supabase Auth. */
export function createAuth(auth: AuthContext): Hono<{ Variables: AuthVariables }> {
  const app = new Hono<{ Variables: AuthVariables }>();
  app.onError((error, context) => handleError(context, error, auth.log));
  app.use(async (context, next) => {
    await next();
    const { headers } = context.res;
    if (!headers.has("cache-control")) {
      headers.set("Cache-Control", "no-store");
    }
  });
  app.use(limitBodySize());
  app.route("/", serviceInfoRoutes(auth));
  // A browser opens this link directly, without an API key.
  app.route("/", verifyLinkRoute(auth));
  app.use(requireApiKey(auth));
  app.route("/", tokenRoute(auth));
  app.route("/", logoutRoute(auth));
  app.route("/", userRoutes(auth));
  app.route("/", recoverRoute(auth));
  app.route("/", otpRoutes(auth));
  app.route("/", verifyRoute(auth));
  app.route("/", resendRoute(auth));
  app.route("/", reauthenticateRoute(auth));
  app.route("/", inviteRoute(auth));
  app.route("/", factorRoutes(auth));
  app.route("/", adminRoutes(auth));
  app.route("/", disabledRoutes());
  app.all("*", () => {
    throw new AuthError(404, "not_found", "Endpoint not found");
  });
  return app;
}
