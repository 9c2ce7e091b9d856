/**
 * Origin of the absolute URLs in the page head. Pages are built with a placeholder, because the public URL is only
 * known at run time; the server replaces it.
 */
export const origin = import.meta.env.SSR ? "https://origin.invalid" : window.location.origin;
