import { drawLines } from "./draw-lines.ts";
import { breakLines, type PdfText, type TextLine } from "./line-breaking.ts";
import type { PageFlow } from "./page-flow.ts";
import { COLORS, getLineHeight, type PdfFont } from "./pdf-theme.ts";

export type TextOptions = {
  size?: number;
  font?: PdfFont;
  isMuted?: boolean;
  align?: "left" | "right";
  /** Space between lines, in points. */
  lineGap?: number;
  /** Headings that are not bookmarks. By default, large text is the title of the document, and all other text a paragraph. */
  role?: "P" | "H1" | "H2" | "H3" | "H4";
};

const TITLE_SIZE = 14;
/** A paragraph does not end or start with a single line at a page break. */
const MIN_LINES = 2;

/** Writes a paragraph, which can continue on the next pages. */
export function writeText(
  flow: PageFlow,
  text: PdfText,
  { size = 10, font = "regular", isMuted = false, align = "left", lineGap = 0, ...options }: TextOptions = {},
): void {
  const role = options.role ?? (size < TITLE_SIZE ? "P" : "H1");
  const lines = breakLines(flow.doc, text, { size, font, width: flow.width });
  const element = flow.addElement(role);
  const color = isMuted ? COLORS.muted : COLORS.text;
  const lineHeight = getLineHeight(size) + lineGap;
  writeLines(flow, lines, lineHeight, (page) =>
    drawLines(flow, element, page, {
      x: flow.left,
      y: flow.y,
      width: flow.width,
      size,
      lineHeight,
      color,
      align,
      tag: role,
    }),
  );
  element.end();
}

/** Draws as many lines as fit on the page, and the rest on the next pages. */
export function writeLines(
  flow: PageFlow,
  lines: readonly TextLine[],
  lineHeight: number,
  draw: (lines: readonly TextLine[]) => void,
): void {
  let rest = lines;
  while (rest.length > 0) {
    const fitting = Math.max(0, Math.floor(flow.remaining() / lineHeight));
    let count = Math.min(rest.length, fitting);
    if (count < rest.length) {
      // Keeps two lines together on both pages.
      count = Math.min(count, Math.max(0, rest.length - MIN_LINES));
      count = count < MIN_LINES && !flow.isPageTop() ? 0 : count;
    }
    if (count === 0 && flow.isPageTop()) {
      count = Math.max(1, Math.min(rest.length, fitting));
    }
    draw(rest.slice(0, count));
    flow.y += count * lineHeight;
    rest = rest.slice(count);
    if (rest.length > 0) {
      flow.startPage();
    }
  }
}
