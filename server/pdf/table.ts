import { drawLines, drawPlainLines } from "./draw-lines.ts";
import { breakLines, type PdfText, type TextLine } from "./line-breaking.ts";
import { drawRule, type PageFlow, type StructureElement } from "./page-flow.ts";
import { COLORS, getLineHeight, type PdfFont } from "./pdf-theme.ts";

/** A table column. `share` is its width relative to the other columns. The cells of a header column name their row. */
export type PdfColumn = { title: string; share: number; align?: "left" | "right"; isHeader?: boolean };
export type PdfRow = { cells: readonly PdfText[]; isStrong?: boolean };
export type TableOptions = {
  size?: number;
  padding?: number;
  /** False for tables in which the first column names the rows. */
  hasTitles?: boolean;
};

type Cell = { lines: readonly TextLine[]; x: number; width: number; align: "left" | "right" };
type CellKind = { type: "TH" | "TD"; scope?: "Row" | "Column"; color: string };
type RowStyle = { size: number; lineHeight: number; padding: number };
type Row = { cells: readonly Cell[]; kinds: readonly CellKind[] };

const CELL_PADDING = 5;
/** A taller header is not repeated on each page. */
const MAX_REPEATED_HEADER = 120;
/** A row that does not fit moves to the next page, unless it is taller than this. Then it is split. */
const MAX_UNSPLIT_ROW = 260;

/** Writes a table. Repeats the titles on every page. Rows that are too tall for a page continue on the next one. */
export function writeTable(
  flow: PageFlow,
  columns: readonly PdfColumn[],
  rows: readonly PdfRow[],
  { size = 9, padding = CELL_PADDING, hasTitles = true }: TableOptions = {},
): void {
  const style = { size, padding, lineHeight: getLineHeight(size) };
  const table = flow.addElement("Table");
  const header = hasTitles ? layOutHeader(flow, columns, style) : null;
  const bodyRows = rows.map((row) => layOutRow(flow, columns, row, { style, hasTitles }));
  const headerHeight = header ? getHeight(header, style) : 0;
  const writePageHeader = () => {
    if (header && headerHeight <= MAX_REPEATED_HEADER) {
      drawRepeatedHeader(flow, header, style);
    }
  };
  const startPage = () => {
    flow.startPage();
    writePageHeader();
  };
  if (header) {
    const firstHeight = bodyRows[0] ? Math.min(getHeight(bodyRows[0], style), MAX_UNSPLIT_ROW) : 0;
    flow.ensureSpace(Math.min(headerHeight, MAX_REPEATED_HEADER) + firstHeight);
    writeRow(flow, table, header, { style, startPage: () => flow.startPage() });
  }
  for (const row of bodyRows) {
    writeRow(flow, table, row, { style, startPage });
  }
  table.end();
}

function layOutHeader(flow: PageFlow, columns: readonly PdfColumn[], style: RowStyle): Row {
  const titles = columns.map(({ title }) => title);
  return {
    cells: layOutCells(flow, columns, titles, { style, font: "semibold" }),
    kinds: columns.map(() => ({ type: "TH", scope: "Column", color: COLORS.muted })),
  };
}

function layOutRow(
  flow: PageFlow,
  columns: readonly PdfColumn[],
  row: PdfRow,
  { style, hasTitles }: { style: RowStyle; hasTitles: boolean },
): Row {
  return {
    cells: layOutCells(flow, columns, row.cells, { style, font: row.isStrong ? "semibold" : "regular" }),
    kinds: columns.map(({ isHeader }) =>
      isHeader
        ? { type: "TH", scope: "Row", color: hasTitles ? COLORS.text : COLORS.muted }
        : { type: "TD", color: COLORS.text },
    ),
  };
}

type CellOptions = { style: RowStyle; font: PdfFont };

function layOutCells(
  flow: PageFlow,
  columns: readonly PdfColumn[],
  texts: readonly PdfText[],
  { style, font }: CellOptions,
): Cell[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  let x = flow.left;
  return columns.map(({ share, align = "left" }, index) => {
    const columnWidth = (flow.width * share) / shares;
    const width = Math.max(1, columnWidth - 2 * CELL_PADDING);
    const lines = breakLines(flow.doc, texts[index] ?? "", { size: style.size, width, font });
    const cell = { lines, x: x + CELL_PADDING, width, align };
    x += columnWidth;
    return cell;
  });
}

function getHeight({ cells }: Row, { lineHeight, padding }: RowStyle): number {
  return Math.max(...cells.map(({ lines }) => lines.length)) * lineHeight + 2 * padding;
}

type RowOptions = { style: RowStyle; startPage: () => void };

function writeRow(flow: PageFlow, table: StructureElement, row: Row, { style, startPage }: RowOptions): void {
  const { lineHeight, padding } = style;
  const height = getHeight(row, style);
  const fits = height <= flow.remaining();
  if (!fits && (height <= MAX_UNSPLIT_ROW || flow.remaining() < 2 * padding + 3 * lineHeight)) {
    startPage();
  }
  const rowElement = flow.addElement("TR", {}, table);
  const elements = row.kinds.map(({ type, scope }) =>
    flow.addElement(type, scope ? { scope } : {}, rowElement),
  );
  let from = 0;
  const lineCount = Math.max(...row.cells.map(({ lines }) => lines.length));
  while (from < lineCount) {
    const fitting = Math.floor((flow.remaining() - 2 * padding + 0.001) / lineHeight);
    // At least one line per page, so that the loop ends.
    const to = Math.min(lineCount, from + Math.max(1, fitting));
    drawRow(flow, row, { elements, style, from, to });
    from = to;
    if (from < lineCount) {
      startPage();
    }
  }
  rowElement.end();
}

type RowPart = { elements: readonly StructureElement[]; style: RowStyle; from: number; to: number };

function drawRow(flow: PageFlow, { cells, kinds }: Row, { elements, style, from, to }: RowPart): void {
  for (const [index, { lines, x, width, align }] of cells.entries()) {
    const [element, kind] = [elements[index], kinds[index]];
    const part = lines.slice(from, to);
    if (element && kind && part.some(({ runs }) => runs.length > 0)) {
      const position = { x, y: flow.y + style.padding, width, align };
      drawLines(flow, element, part, { ...style, ...position, color: kind.color, tag: kind.type });
    }
  }
  flow.y += (to - from) * style.lineHeight + 2 * style.padding;
  drawRule(flow, flow.y);
}

/** Draws the titles again. They are an artifact, because the table already has them. */
function drawRepeatedHeader(flow: PageFlow, header: Row, style: RowStyle): void {
  const top = flow.y + style.padding;
  flow.drawArtifact(() => {
    for (const { lines, x, width, align } of header.cells) {
      drawPlainLines(flow, lines, { ...style, x, y: top, width, align, color: COLORS.muted });
    }
  }, "Pagination");
  flow.y += getHeight(header, style);
  drawRule(flow, flow.y);
}
