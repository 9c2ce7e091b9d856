import { Hono } from "hono";
import type { AuthContext } from "../http/context.ts";
import type { AuthVariables } from "../http/guards.ts";
import { challengeRoute } from "./challenge.ts";
import { enrollRoute } from "./enroll.ts";
import { unenrollRoute } from "./unenroll.ts";
import { verifyFactorRoute } from "./verify.ts";

/**
 * /factors: the signed-in user's second factors, which are authenticator apps (TOTP) and passkeys (WebAuthn).
 */
export function factorRoutes(auth: AuthContext): Hono<{ Variables: AuthVariables }> {
  return new Hono<{ Variables: AuthVariables }>()
    .route("/", enrollRoute(auth))
    .route("/", challengeRoute(auth))
    .route("/", verifyFactorRoute(auth))
    .route("/", unenrollRoute(auth));
}
