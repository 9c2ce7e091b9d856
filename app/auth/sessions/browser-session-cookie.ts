const COOKIE_NAME = "client_browser_session";
/** The maximum that browsers allow. The cookie is renewed on every page load. */
const MAX_COOKIE_AGE_SECONDS = 400 * 24 * 60 * 60;

/**
 * Implements "Remember me". Local storage survives a browser restart, but a session cookie does not. Without
 * the cookie, the stored session is ended. The cookie itself grants no access.
 */
export function setBrowserSession({ isRemembered }: { isRemembered: boolean }): void {
  writeCookie(isRemembered ? "remembered" : "this-run", isRemembered ? MAX_COOKIE_AGE_SECONDS : null);
}

/** Whether the cookie is set. Also extends a remembered session's cookie. */
export function hasBrowserSession(): boolean {
  const value = document.cookie
    .split("; ")
    .find((cookie) => cookie.startsWith(`${COOKIE_NAME}=`))
    ?.slice(COOKIE_NAME.length + 1);
  if (value === "remembered") {
    setBrowserSession({ isRemembered: true });
  }
  return value !== undefined;
}

export function clearBrowserSession(): void {
  writeCookie("", 0);
}

function writeCookie(value: string, maxAge: number | null): void {
  const maxAgeAttribute = maxAge === null ? "" : `; Max-Age=${maxAge}`;
  const secureAttribute = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we support.
  document.cookie = `${COOKIE_NAME}=${value}; Path=/; SameSite=Strict${maxAgeAttribute}${secureAttribute}`;
}
