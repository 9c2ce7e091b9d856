import type { Context } from "hono";
import { z } from "zod";
import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import type { Variables } from "./require-person.ts";

/** The field of a body that carries the answer to a captcha. */
export const MetaSecurity = z.object({ captcha_token: z.string().max(4096).nullish() }).nullish();

/** Throws an AuthError unless the captcha was answered, where one is asked for. The secret key needs none. */
export async function requireCaptcha(
  auth: AuthContext,
  context: Context<{ Variables: Variables }>,
  security: z.infer<typeof MetaSecurity>,
): Promise<void> {
  if (!auth.verifyCaptcha || context.get("sender").role === "service_role") return;
  const answer = security?.captcha_token ?? "";
  if (!answer || !(await auth.verifyCaptcha(answer, auth.clientAddress(context)))) {
    throw new AuthError(400, "captcha_failed", "captcha protection: request disallowed");
  }
}
