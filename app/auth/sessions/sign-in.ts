import type { AuthError } from "@supabase/auth-js";
import type { Area } from "#app/api/client/area.ts";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { brand } from "#brand";
import { SIGN_IN_MESSAGES, type SignIn, suspendedMessage } from "#domain/sign-in/credentials.ts";
import {
  CAPTCHA_ERROR_CODE,
  CAPTCHA_MESSAGE,
  isServerUnavailable,
  RATE_LIMITED_MESSAGE,
} from "../error-messages.ts";
import { clearBrowserSession, setBrowserSession } from "./browser-session-cookie.ts";
import { getSessionStore } from "./session-store.ts";
import { getSessionUser } from "./session-user.ts";

const WRONG_CREDENTIALS_CODE = "invalid_credentials";

export type SignInResult = { ok: true } | { ok: false; message: string; hasWrongCredentials: boolean };

/**
 * Signs in to an area. A user with another role is signed out immediately. On failure, `message` can be shown
 * to the user.
 */
export async function signIn(
  area: Area,
  credentials: SignIn,
  { isRemembered = false, captchaToken }: { isRemembered?: boolean; captchaToken?: string | undefined } = {},
): Promise<SignInResult> {
  // Set the cookie before the session is stored. Otherwise, a page load in between would end the session.
  if (area === "client") {
    setBrowserSession({ isRemembered });
  }
  try {
    const { auth } = await getSessionStore(area).connect();
    const { data, error } = await auth.signInWithPassword({
      ...credentials,
      ...(captchaToken && { options: { captchaToken } }),
    });
    if (error) {
      if (area === "client") {
        clearBrowserSession();
      }
      return {
        ok: false,
        message: signInErrorMessage(area, error),
        hasWrongCredentials: error.code === WRONG_CREDENTIALS_CODE,
      };
    }
    if (getSessionUser(area, data.session)) {
      return { ok: true };
    }
    await getSessionStore(area).end();
    return {
      ok: false,
      message: area === "client" ? SIGN_IN_MESSAGES.notAClient : SIGN_IN_MESSAGES.notAnAdministrator,
      hasWrongCredentials: false,
    };
  } catch (error) {
    if (area === "client") {
      clearBrowserSession();
    }
    logRequestError(error);
    return { ok: false, message: SIGN_IN_MESSAGES.failed, hasWrongCredentials: false };
  }
}

function signInErrorMessage(area: Area, error: AuthError): string {
  if (error.code === "user_banned") {
    return suspendedMessage(brand.contactEmail);
  }
  if (error.status === 429) {
    return RATE_LIMITED_MESSAGE;
  }
  if (error.code === CAPTCHA_ERROR_CODE) {
    return CAPTCHA_MESSAGE;
  }
  if (isServerUnavailable(error)) {
    return SIGN_IN_MESSAGES.failed;
  }
  if (error.code === WRONG_CREDENTIALS_CODE) {
    return area === "client" ? SIGN_IN_MESSAGES.wrongCredentials : SIGN_IN_MESSAGES.wrongAdminCredentials;
  }
  return error.message || SIGN_IN_MESSAGES.failed;
}
