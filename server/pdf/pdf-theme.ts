import { fileURLToPath } from "node:url";

/** Geist in two weights and Geist Mono, as static fonts, because pdfkit cannot embed the site's variable fonts. */
export const FONTS = {
  regular: fileURLToPath(new URL("fonts/geist-regular.ttf", import.meta.url)),
  semibold: fileURLToPath(new URL("fonts/geist-semibold.ttf", import.meta.url)),
  mono: fileURLToPath(new URL("fonts/geist-mono-regular.ttf", import.meta.url)),
};
export type PdfFont = keyof typeof FONTS;

export const COLORS = {
  text: "#16181d",
  muted: "#5b6170",
  line: "#d5d8de",
  fill: "#f4f5f7",
  accent: "#0b6b5d",
  accentTint: "#a9d6cc",
  neutral: "#dfe2e7",
  white: "#ffffff",
};

/** Letter size, in points. */
export const PAGE = { width: 612, height: 792, margin: 54, footerHeight: 40 } as const;
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin;
export const CONTENT_BOTTOM = PAGE.height - PAGE.margin - PAGE.footerHeight;

/** The three fonts have the same line height. */
const LINE_HEIGHT_RATIO = 1.3;

export function getLineHeight(size: number): number {
  return size * LINE_HEIGHT_RATIO;
}
