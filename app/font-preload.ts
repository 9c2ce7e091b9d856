import type { LinkDescriptor } from "react-router";

/** A link that loads a font before the stylesheet requests it. Browsers warn if the page does not use the font. */
export function preloadFont(href: string): LinkDescriptor {
  return { rel: "preload", as: "font", type: "font/woff2", href, crossOrigin: "anonymous" };
}
