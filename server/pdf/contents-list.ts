import { drawLines, drawPlainLines } from "./draw-lines.ts";
import { breakLines } from "./line-breaking.ts";
import { drawRule, type PageFlow, type StructureElement } from "./page-flow.ts";
import { COLORS, getLineHeight } from "./pdf-theme.ts";

export type ContentsEntry = { title: string; destination: string };

/** An entry whose page number is drawn at the end, when it is known. */
type OpenEntry = { destination: string; element: StructureElement; pageIndex: number; y: number };

const SIZE = 11;
const ROW_HEIGHT = 24;
const NUMBER_WIDTH = 40;

export type ContentsList = {
  write(entries: readonly ContentsEntry[]): void;
  /** Draws the page numbers. `pages` contains the page index of each destination. */
  drawPageNumbers(pages: ReadonlyMap<string, number>): void;
};

/** Creates the table of contents. Its entries are links. */
export function createContentsList(flow: PageFlow): ContentsList {
  const open: OpenEntry[] = [];
  let list: StructureElement | null = null;
  return {
    write(entries) {
      list = flow.addElement("TOC");
      for (const { title, destination } of entries) {
        flow.ensureSpace(ROW_HEIGHT);
        const element = flow.addElement("TOCI", {}, list);
        const reference = flow.addElement("Reference", {}, element);
        const width = flow.width - NUMBER_WIDTH;
        const text = [{ text: title, link: { destination } }];
        const lines = breakLines(flow.doc, text, { size: SIZE, width }).slice(0, 1);
        const y = flow.y + (ROW_HEIGHT - getLineHeight(SIZE)) / 2;
        const style = { x: flow.left, y, width, size: SIZE, lineHeight: getLineHeight(SIZE) };
        drawLines(flow, reference, lines, { ...style, tag: "Reference" });
        reference.end();
        open.push({ destination, element, pageIndex: flow.doc.bufferedPageRange().count - 1, y });
        flow.y += ROW_HEIGHT;
        drawRule(flow, flow.y);
      }
    },
    drawPageNumbers(pages) {
      for (const { destination, element, pageIndex, y } of open) {
        flow.doc.switchToPage(pageIndex);
        const number = String((pages.get(destination) ?? 0) + 1);
        const lines = breakLines(flow.doc, number, { size: SIZE, width: NUMBER_WIDTH });
        const x = flow.left + flow.width - NUMBER_WIDTH;
        const style = { x, y, width: NUMBER_WIDTH, size: SIZE, lineHeight: getLineHeight(SIZE) };
        flow.drawContent(element, "Lbl", () =>
          drawPlainLines(flow, lines, { ...style, align: "right", color: COLORS.muted }),
        );
        element.end();
      }
      list?.end();
    },
  };
}
