import { drawPlainLines } from "./draw-lines.ts";
import { breakLines, measureText } from "./line-breaking.ts";
import type { PageFlow } from "./page-flow.ts";
import { COLORS, getLineHeight } from "./pdf-theme.ts";

/** The parts of each bar, with their colors. */
export type ChartSeries = { label: string; color: string; textColor: string };
export type ChartBar = { label: string; values: readonly number[] };
export type BarChart = { series: readonly ChartSeries[]; bars: readonly ChartBar[]; alt: string };

const SIZE = 8.5;
const LABEL_WIDTH = 70;
const TOTAL_WIDTH = 30;
const BAR_HEIGHT = 14;
const BAR_GAP = 7;
const LEGEND_HEIGHT = 22;
const SWATCH = 8;

/** Draws a horizontal stacked bar chart with a legend. `alt` describes it for assistive technology. */
export function writeBarChart(flow: PageFlow, { series, bars, alt }: BarChart): void {
  const height = LEGEND_HEIGHT + bars.length * (BAR_HEIGHT + BAR_GAP);
  flow.ensureSpace(height);
  const top = flow.y;
  const bbox: [number, number, number, number] = [flow.left, top, flow.left + flow.width, top + height];
  const figure = flow.addElement("Figure", { alt, placement: "Block", bbox });
  const maximum = Math.max(1, ...bars.map(({ values }) => sum(values)));
  const scale = (flow.width - LABEL_WIDTH - TOTAL_WIDTH) / maximum;
  flow.drawContent(figure, "Figure", () => {
    drawLegend(flow, series, top);
    for (const [index, bar] of bars.entries()) {
      drawBar(flow, { bar, series, scale, y: top + LEGEND_HEIGHT + index * (BAR_HEIGHT + BAR_GAP) });
    }
  });
  figure.end();
  flow.y = top + height;
}

function drawLegend(flow: PageFlow, series: readonly ChartSeries[], y: number): void {
  let x = flow.left + LABEL_WIDTH;
  for (const { label, color } of series) {
    flow.doc.rect(x, y + 2, SWATCH, SWATCH).fill(color);
    drawText(flow, label, { x: x + SWATCH + 5, y, color: COLORS.muted });
    x += SWATCH + 5 + measureText(flow.doc, label, "regular", SIZE) + 18;
  }
}

type PlacedBar = { bar: ChartBar; series: readonly ChartSeries[]; scale: number; y: number };

function drawBar(flow: PageFlow, { bar, series, scale, y }: PlacedBar): void {
  const textY = y + (BAR_HEIGHT - getLineHeight(SIZE)) / 2;
  drawText(flow, bar.label, { x: flow.left, y: textY, color: COLORS.text });
  let x = flow.left + LABEL_WIDTH;
  for (const [index, { color, textColor }] of series.entries()) {
    const value = bar.values[index] ?? 0;
    const width = value * scale;
    const textWidth = measureText(flow.doc, String(value), "regular", SIZE);
    if (width > 0) {
      flow.doc.rect(x, y, width, BAR_HEIGHT).fill(color);
      // White lines separate the parts also without colors.
      flow.doc.rect(x + width - 0.75, y, 0.75, BAR_HEIGHT).fill(COLORS.white);
    }
    if (width > textWidth + 6) {
      drawText(flow, String(value), { x: x + (width - textWidth) / 2, y: textY, color: textColor });
    }
    x += width;
  }
  drawText(flow, String(sum(bar.values)), { x: x + 6, y: textY, color: COLORS.muted });
}

type PlacedText = { x: number; y: number; color: string };

function drawText(flow: PageFlow, text: string, { x, y, color }: PlacedText): void {
  const width = flow.width;
  const lines = breakLines(flow.doc, text, { size: SIZE, width });
  drawPlainLines(flow, lines, { x, y, width, size: SIZE, lineHeight: getLineHeight(SIZE), color });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
