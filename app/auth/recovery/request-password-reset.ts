import { logRequestError } from "#app/api/client/log-request-error.ts";
import { createTemporaryClient } from "#app/api/client/supabase.ts";
import { RECOVERY_MESSAGES } from "#domain/sign-in/credentials.ts";
import { CAPTCHA_ERROR_CODE, CAPTCHA_MESSAGE, RATE_LIMITED_MESSAGE } from "../error-messages.ts";

/** Requests the reset email. Succeeds for unknown addresses too, to prevent account enumeration. */
export async function requestPasswordReset(
  email: string,
  captchaToken: string | undefined,
): Promise<{ ok: true } | { ok: false; message: string }> {
  try {
    const { auth } = await createTemporaryClient();
    const redirectTo = `${window.location.origin}/reset-password`;
    const { error } = await auth.resetPasswordForEmail(email, {
      redirectTo,
      ...(captchaToken && { captchaToken }),
    });
    if (!error) {
      return { ok: true };
    }
    logRequestError(error);
    if (error.code === CAPTCHA_ERROR_CODE) {
      return { ok: false, message: CAPTCHA_MESSAGE };
    }
    return { ok: false, message: error.status === 429 ? RATE_LIMITED_MESSAGE : RECOVERY_MESSAGES.mailFailed };
  } catch (error) {
    logRequestError(error);
    return { ok: false, message: RECOVERY_MESSAGES.mailFailed };
  }
}
