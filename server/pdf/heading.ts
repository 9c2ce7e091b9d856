import { drawLines } from "./draw-lines.ts";
import { breakLines } from "./line-breaking.ts";
import type { PageFlow } from "./page-flow.ts";
import { getLineHeight } from "./pdf-theme.ts";
import { toPlainText } from "./printable-text.ts";
import { writeLines } from "./text-block.ts";

export type HeadingLevel = 1 | 2 | 3;
type HeadingStyle = { size: number; before: number; after: number; space: number };

/** `space` is what the heading requires for the first lines of its section. With less, it moves to the next page. */
const HEADINGS: Readonly<Record<HeadingLevel, HeadingStyle>> = {
  1: { size: 20, before: 28, after: 10, space: 130 },
  2: { size: 13, before: 18, after: 6, space: 90 },
  3: { size: 10, before: 12, after: 4, space: 84 },
};

/** Writes a heading on the same page as the first lines of its section. Returns its position. */
export function writeHeading(flow: PageFlow, text: string, level: HeadingLevel): { top: number } {
  const { size, before, after, space } = HEADINGS[level];
  const lines = breakLines(flow.doc, text, { size, font: "semibold", width: flow.width });
  const height = lines.length * getLineHeight(size);
  if (flow.remaining() < space + height - getLineHeight(size)) {
    flow.startPage();
  } else if (!flow.isPageTop()) {
    flow.y += before;
  }
  const top = flow.y;
  const element = flow.addElement(`H${level}`, { title: toPlainText(text) });
  const style = { x: flow.left, width: flow.width, size, lineHeight: getLineHeight(size), tag: `H${level}` };
  writeLines(flow, lines, style.lineHeight, (page) =>
    drawLines(flow, element, page, { ...style, y: flow.y }),
  );
  element.end();
  flow.y += after;
  return { top };
}
