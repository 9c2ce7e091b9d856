import { drawLines } from "./draw-lines.ts";
import type { PageFlow, StructureElement } from "./page-flow.ts";
import { COLORS } from "./pdf-theme.ts";
import { toPrintableText } from "./printable-text.ts";

const CODE = { size: 8.5, lineHeight: 11.5, padding: 7 } as const;
const CHARACTER_RATIO = 0.6;

/** Writes preformatted text on a light background. Long lines are split. */
export function writeCode(flow: PageFlow, code: string): void {
  const { size, lineHeight, padding } = CODE;
  const perLine = Math.max(1, Math.floor((flow.width - 2 * padding + 0.01) / (size * CHARACTER_RATIO)));
  let rest = toCodeLines(code, perLine);
  const paragraph = flow.addElement("P");
  const element = flow.addElement("Code", { placement: "Block" }, paragraph);
  flow.ensureSpace(2 * padding + lineHeight * Math.min(rest.length, 3));
  while (rest.length > 0) {
    const count = Math.max(1, Math.floor((flow.remaining() - 2 * padding) / lineHeight));
    drawCodeLines(flow, element, rest.slice(0, count));
    rest = rest.slice(count);
    if (rest.length > 0) {
      flow.startPage();
    }
  }
  element.end();
  paragraph.end();
}

function drawCodeLines(flow: PageFlow, element: StructureElement, lines: readonly string[]): void {
  const { size, lineHeight, padding } = CODE;
  const height = lines.length * lineHeight + 2 * padding;
  flow.drawArtifact(() => {
    flow.doc.roundedRect(flow.left, flow.y, flow.width, height, 3).fill(COLORS.fill);
  });
  const style = { x: flow.left + padding, y: flow.y + padding, width: flow.width, size, lineHeight };
  const textLines = lines.map((text) => ({
    runs: [{ text, font: "mono" as const, width: 0, span: { text } }],
    width: 0,
  }));
  drawLines(flow, element, textLines, { ...style, tag: "Code" });
  flow.y += height;
}

/** Splits code into lines of at most a number of characters. Tabs become spaces. */
function toCodeLines(code: string, perLine: number): string[] {
  return code.split(/\r\n|\r|\n/).flatMap((line) => {
    const text = toPrintableText(expandTabs(line), "mono");
    const count = Math.max(1, Math.ceil(text.length / perLine));
    return Array.from({ length: count }, (_, index) => text.slice(index * perLine, (index + 1) * perLine));
  });
}

function expandTabs(line: string): string {
  return line.replace(/\t/g, (_, offset: number) => " ".repeat(4 - (offset % 4)));
}
