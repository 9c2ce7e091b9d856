import { passingBackend } from "#app/api/backend.ts";
import { reportFailure } from "#app/api/report-failure.ts";
import { RECOVERY_WORDS } from "#domain/credentials.ts";
import { CAPTCHA_FAILED, CAPTCHA_WORDS, TOO_MANY } from "../refusal-words.ts";

/** Asks for the mail with the link. Succeeds for every address, known or not. */
export async function requestReset(
  email: string,
  captchaToken: string | undefined,
): Promise<{ ok: true } | { ok: false; words: string }> {
  try {
    const { auth } = await passingBackend();
    const redirectTo = `${window.location.origin}/reset-password`;
    const { error } = await auth.resetPasswordForEmail(email, {
      redirectTo,
      ...(captchaToken && { captchaToken }),
    });
    if (!error) return { ok: true };
    reportFailure(error);
    if (error.code === CAPTCHA_FAILED) return { ok: false, words: CAPTCHA_WORDS };
    return { ok: false, words: error.status === 429 ? TOO_MANY : RECOVERY_WORDS.mailFailed };
  } catch (error) {
    reportFailure(error);
    return { ok: false, words: RECOVERY_WORDS.mailFailed };
  }
}
