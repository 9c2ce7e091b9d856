import type { AuthError } from "@supabase/auth-js";
import { backend } from "#app/api/backend.ts";
import type { House } from "#app/api/house.ts";
import { reportFailure } from "#app/api/report-failure.ts";
import { brand } from "#brand";
import { SIGN_IN_WORDS, type SignIn, suspendedWords } from "#domain/credentials.ts";
import { CAPTCHA_FAILED, CAPTCHA_WORDS, isUnanswered, TOO_MANY } from "../refusal-words.ts";
import { markBrowser, unmarkBrowser } from "./browser-mark.ts";
import { personOf } from "./session-role.ts";
import { sessionStore } from "./session-store.ts";

export type SignInOutcome = { ok: true } | { ok: false; words: string };

/**
 * Signs in at a house's door. Somebody of the other role is signed out at once and leaves nothing behind.
 * The words of a refusal are the specification's (sections 5 and 8).
 */
export async function signIn(
  house: House,
  credentials: SignIn,
  { isRemembered = false, captchaToken }: { isRemembered?: boolean; captchaToken?: string | undefined } = {},
): Promise<SignInOutcome> {
  // Before the session is stored: a page load in between would take it for a left-over.
  if (house === "client") markBrowser({ isRemembered });
  try {
    const { auth } = await backend(house);
    const { data, error } = await auth.signInWithPassword({
      ...credentials,
      ...(captchaToken && { options: { captchaToken } }),
    });
    if (error) {
      if (house === "client") unmarkBrowser();
      return { ok: false, words: wordsFor(house, error) };
    }
    if (personOf(house, data.session)) return { ok: true };
    await sessionStore(house).end();
    return {
      ok: false,
      words: house === "client" ? SIGN_IN_WORDS.notAClient : SIGN_IN_WORDS.notAnAdministrator,
    };
  } catch (error) {
    if (house === "client") unmarkBrowser();
    reportFailure(error);
    return { ok: false, words: SIGN_IN_WORDS.failed };
  }
}

function wordsFor(house: House, error: AuthError): string {
  if (error.code === "user_banned") return suspendedWords(brand.contactEmail);
  if (error.status === 429) return TOO_MANY;
  if (error.code === CAPTCHA_FAILED) return CAPTCHA_WORDS;
  if (isUnanswered(error)) return SIGN_IN_WORDS.failed;
  if (error.code === "invalid_credentials") {
    return house === "client" ? SIGN_IN_WORDS.wrongCredentials : SIGN_IN_WORDS.wrongAdminCredentials;
  }
  return error.message || SIGN_IN_WORDS.failed;
}
