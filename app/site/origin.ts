/**
 * Begins every whole address in the page's head. It is known when a page is served, not when it is built: the server
 * puts the installation's own in the place of this one.
 */
export const origin = import.meta.env.SSR ? "https://origin.invalid" : window.location.origin;
