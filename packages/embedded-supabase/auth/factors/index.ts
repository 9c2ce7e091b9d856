import { Hono } from "hono";
import type { AuthContext } from "../context.ts";
import type { Variables } from "../require-person.ts";
import { challengeFactor } from "./challenge.ts";
import { enrollFactor } from "./enroll.ts";
import { unenrollFactor } from "./unenroll.ts";
import { verifyFactor } from "./verify.ts";

/** /factors: the signed-in person's second factors, authenticator apps (TOTP) and passkeys (WebAuthn). */
export function factors(auth: AuthContext): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>()
    .route("/", enrollFactor(auth))
    .route("/", challengeFactor(auth))
    .route("/", verifyFactor(auth))
    .route("/", unenrollFactor(auth));
}
