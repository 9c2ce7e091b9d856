import { drawPlainLines } from "./draw-lines.ts";
import { breakLines, measureText } from "./line-breaking.ts";
import type { PageFlow } from "./page-flow.ts";
import { COLORS, getLineHeight } from "./pdf-theme.ts";

export type Badge = { label: string; tone: "strong" | "medium" | "outlined" };

const SIZE = 8.5;
const HEIGHT = 16;
const PADDING = 7;
const GAP = 6;

const STYLES: Readonly<Record<Badge["tone"], { fill: string; border: string; color: string }>> = {
  strong: { fill: COLORS.text, border: COLORS.text, color: COLORS.white },
  medium: { fill: COLORS.neutral, border: COLORS.neutral, color: COLORS.text },
  outlined: { fill: COLORS.white, border: COLORS.line, color: COLORS.text },
};

/** Writes short labels in a row. */
export function writeBadges(flow: PageFlow, badges: readonly Badge[]): void {
  flow.ensureSpace(HEIGHT);
  const element = flow.addElement("P");
  const y = flow.y;
  let x = flow.left;
  for (const { label, tone } of badges) {
    const { fill, border, color } = STYLES[tone];
    const width = measureText(flow.doc, label, "semibold", SIZE) + 2 * PADDING;
    flow.drawArtifact(() => {
      flow.doc.roundedRect(x, y, width, HEIGHT, 3).lineWidth(0.75).fillAndStroke(fill, border);
    });
    const lineHeight = getLineHeight(SIZE);
    const style = { x: x + PADDING, y: y + (HEIGHT - lineHeight) / 2, width, size: SIZE, lineHeight, color };
    // The space separates the labels for assistive technology.
    const lines = breakLines(flow.doc, `${label} `, { size: SIZE, width: flow.width, font: "semibold" });
    flow.drawContent(element, "P", () => drawPlainLines(flow, lines, style));
    x += width + GAP;
  }
  element.end();
  flow.y = y + HEIGHT;
}
