/**
 * Origin for absolute URLs in the page head. The build uses a placeholder, which the server replaces with the
 * public URL at run time.
 */
export const origin = import.meta.env.SSR ? "https://origin.invalid" : window.location.origin;
