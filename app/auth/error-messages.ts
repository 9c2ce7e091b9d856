import type { AuthError } from "@supabase/auth-js";

export const RATE_LIMITED_MESSAGE = "Too many attempts. Wait a few minutes and try again.";
export const UNREACHABLE_MESSAGE = "We couldn't reach the server. Try again.";
/** Error code for a missing or invalid CAPTCHA token. */
export const CAPTCHA_ERROR_CODE = "captcha_failed";
export const CAPTCHA_MESSAGE = "We couldn't verify that you're human. Reload the page and try again.";

/** Message for errors that any request can cause. Null for errors specific to one request. */
export function commonErrorMessage(error: AuthError): string | null {
  if (error.status === 429) {
    return RATE_LIMITED_MESSAGE;
  }
  return isServerUnavailable(error) ? UNREACHABLE_MESSAGE : null;
}

/** Whether the request failed without a response, or with a 5xx status. */
export function isServerUnavailable(error: AuthError): boolean {
  return isRetryableFetchError(error) || !error.status || error.status >= 500;
}

/** Like `isAuthRetryableFetchError` of auth-js, without loading its script. */
export function isRetryableFetchError(error: AuthError | null): boolean {
  return error?.name === "AuthRetryableFetchError";
}
