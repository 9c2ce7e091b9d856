const NAME = "client_browser_session";
/** Seconds: the longest browsers keep a cookie. Renewed at every page load. */
const AS_LONG_AS_ALLOWED = 400 * 24 * 60 * 60;

/**
 * Marks that the session in local storage belongs to this run of the browser or, when it is remembered, to those to
 * come. Local storage outlives the browser, a cookie without an age does not. It opens nothing by itself.
 */
export function markBrowser({ isRemembered }: { isRemembered: boolean }): void {
  write(isRemembered ? "remembered" : "this-run", isRemembered ? AS_LONG_AS_ALLOWED : null);
}

/** Whether the mark is there; a remembered one is renewed. */
export function isBrowserMarked(): boolean {
  const value = document.cookie
    .split("; ")
    .find((cookie) => cookie.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1);
  if (value === "remembered") markBrowser({ isRemembered: true });
  return value !== undefined;
}

export function unmarkBrowser(): void {
  write("", 0);
}

function write(value: string, age: number | null): void {
  const lifetime = age === null ? "" : `; Max-Age=${age}`;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we support.
  document.cookie = `${NAME}=${value}; Path=/; SameSite=Strict${lifetime}${secure}`;
}
