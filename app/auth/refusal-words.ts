import { type AuthError, isAuthRetryableFetchError } from "@supabase/auth-js";

export const TOO_MANY = "Too many attempts. Please wait a few minutes and try again.";
export const UNREACHABLE = "The server could not be reached. Please try again.";
/** The backend's code for an answer to the captcha that is missing or not right. */
export const CAPTCHA_FAILED = "captcha_failed";
export const CAPTCHA_WORDS =
  "The captcha was not solved, or could not be loaded. Please reload the page and try again.";

/** The words for what may happen to every question; null where the answer is about the question itself. */
export function generalRefusal(error: AuthError): string | null {
  if (error.status === 429) return TOO_MANY;
  return isUnanswered(error) ? UNREACHABLE : null;
}

/** No answer came, or the other side was in trouble. */
export function isUnanswered(error: AuthError): boolean {
  return isAuthRetryableFetchError(error) || !error.status || error.status >= 500;
}
