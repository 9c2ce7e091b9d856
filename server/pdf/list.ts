import { drawLines } from "./draw-lines.ts";
import { breakLines } from "./line-breaking.ts";
import type { PageFlow } from "./page-flow.ts";
import { COLORS, CONTENT_BOTTOM, getLineHeight, PAGE } from "./pdf-theme.ts";

const LABEL_WIDTH = 16;
/** Space that the first lines of a list item require next to its label. */
const MIN_ITEM_HEIGHT = 30;

/** Writes a list. Each item is a function that writes its blocks. `start` is the number of the first item. */
export function writeList(
  flow: PageFlow,
  items: ReadonlyArray<() => void>,
  { start, size = 10 }: { start?: number; size?: number } = {},
): void {
  const labels = items.map((_, index) => (start === undefined ? "•" : `${start + index}.`));
  const labelWidth = Math.max(LABEL_WIDTH, ...labels.map((label) => label.length * size * 0.62));
  flow.writeInside("L", () => {
    for (const [index, writeItem] of items.entries()) {
      flow.writeInside("LI", () => {
        flow.ensureSpace(MIN_ITEM_HEIGHT);
        const x = flow.getIndentedLeft(labelWidth) - labelWidth + 2;
        writeLabel(flow, labels[index] ?? "", { x, size });
        flow.writeInside("LBody", writeItem, labelWidth);
      });
    }
  });
}

function writeLabel(flow: PageFlow, label: string, { x, size }: { x: number; size: number }): void {
  const element = flow.addElement("Lbl");
  const lines = breakLines(flow.doc, label, { size, width: flow.width });
  const style = { x, y: flow.y, width: flow.width, size, lineHeight: getLineHeight(size) };
  drawLines(flow, element, lines, { ...style, color: COLORS.muted, tag: "Lbl" });
  element.end();
}

const QUOTE_INDENT = 14;

/** Writes indented blocks with a line at their left. */
export function writeQuote(flow: PageFlow, write: () => void): void {
  const { doc } = flow;
  const countPages = () => doc.bufferedPageRange().count;
  const first = countPages() - 1;
  const top = flow.y;
  flow.writeInside("BlockQuote", write, QUOTE_INDENT);
  const last = countPages() - 1;
  for (let index = first; index <= last; index += 1) {
    doc.switchToPage(index);
    const start = index === first ? top : PAGE.margin;
    const end = index === last ? flow.y : CONTENT_BOTTOM;
    flow.drawArtifact(() => {
      doc
        .moveTo(flow.left + 3, start)
        .lineTo(flow.left + 3, end)
        .lineWidth(1.5)
        .strokeColor(COLORS.line)
        .stroke();
    });
  }
}
