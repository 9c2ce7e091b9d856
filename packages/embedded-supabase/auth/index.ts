import { Hono } from "hono";
import { limitedBody } from "./body-limit.ts";
import type { AuthContext } from "./context.ts";
import { about } from "./endpoints/about.ts";
import { adminUsers } from "./endpoints/admin-users.ts";
import { invite } from "./endpoints/invite.ts";
import { logout } from "./endpoints/logout.ts";
import { otp } from "./endpoints/otp.ts";
import { reauthenticate } from "./endpoints/reauthenticate.ts";
import { recover } from "./endpoints/recover.ts";
import { resend } from "./endpoints/resend.ts";
import { switchedOff } from "./endpoints/switched-off.ts";
import { token } from "./endpoints/token.ts";
import { user } from "./endpoints/user.ts";
import { verify } from "./endpoints/verify.ts";
import { verifyLink } from "./endpoints/verify-link.ts";
import { AuthError, answerError } from "./errors.ts";
import { factors } from "./factors/index.ts";
import { requireApiKey, type Variables } from "./require-person.ts";

/** `/auth/v1`, in the shapes of Supabase Auth. */
export function createAuth(auth: AuthContext): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  app.onError((error, context) => answerError(context, error, auth.log));
  app.use(async (context, next) => {
    await next();
    const { headers } = context.res;
    if (!headers.has("cache-control")) headers.set("Cache-Control", "no-store");
  });
  app.use(limitedBody());
  app.route("/", about(auth));
  // Opened by a browser from a link: it carries no key.
  app.route("/", verifyLink(auth));
  app.use(requireApiKey(auth));
  app.route("/", token(auth));
  app.route("/", logout(auth));
  app.route("/", user(auth));
  app.route("/", recover(auth));
  app.route("/", otp(auth));
  app.route("/", verify(auth));
  app.route("/", resend(auth));
  app.route("/", reauthenticate(auth));
  app.route("/", invite(auth));
  app.route("/", factors(auth));
  app.route("/", adminUsers(auth));
  app.route("/", switchedOff());
  app.all("*", () => {
    throw new AuthError(404, "not_found", "There is no such endpoint here");
  });
  return app;
}
