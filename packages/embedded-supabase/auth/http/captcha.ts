import type { Context } from "hono";
import { z } from "zod";
import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import type { AuthVariables } from "./guards.ts";

/** `gotrue_meta_security`: the body field in which supabase-js sends the CAPTCHA token. */
export const SecurityMetadataSchema = z.object({ captcha_token: z.string().max(4096).nullish() }).nullish();

/**
 * Verifies the CAPTCHA token if a CAPTCHA is configured. Requests with the secret key are exempt.
 * @throws {AuthError} 400 `captcha_failed`
 */
export async function requireCaptcha(
  auth: AuthContext,
  context: Context<{ Variables: AuthVariables }>,
  security: z.infer<typeof SecurityMetadataSchema>,
): Promise<void> {
  if (!auth.verifyCaptcha || context.get("credentials").role === "service_role") {
    return;
  }
  const captchaToken = security?.captcha_token ?? "";
  if (!captchaToken || !(await auth.verifyCaptcha(captchaToken, auth.clientAddress(context)))) {
    throw new AuthError(400, "captcha_failed", "captcha protection: request disallowed");
  }
}
