import { brand } from "#brand";
import { type Badge, writeBadges } from "./badges.ts";
import { type BarChart, writeBarChart } from "./bar-chart.ts";
import { writeCode } from "./code-block.ts";
import { type ContentsEntry, createContentsList } from "./contents-list.ts";
import { drawPlainLines } from "./draw-lines.ts";
import { type HeadingLevel, writeHeading } from "./heading.ts";
import { breakLines, type PdfText } from "./line-breaking.ts";
import { writeList, writeQuote } from "./list.ts";
import { createOutline } from "./outline.ts";
import { createPageFlow, drawRule, type PageFlow } from "./page-flow.ts";
import { COLORS, CONTENT_WIDTH, getLineHeight, PAGE } from "./pdf-theme.ts";
import { type PdfColumn, type PdfRow, type TableOptions, writeTable } from "./table.ts";
import { TaggedDocument } from "./tagged-document.ts";
import { type TextOptions, writeText } from "./text-block.ts";

export type { Badge } from "./badges.ts";
export type { PdfText, TextSpan } from "./line-breaking.ts";
export { COLORS } from "./pdf-theme.ts";
export { toPrintableText } from "./printable-text.ts";
export type { PdfColumn, PdfRow } from "./table.ts";

/** `valueShare` is the width of the values relative to that of the labels. */
type DetailsOptions = { size?: number; padding?: number; valueShare?: number };

type HeadingOptions = {
  level?: HeadingLevel;
  /** The name that links use. */
  destination?: string;
};

/** Writes a letter-size document from top to bottom, with tags for assistive technology and numbered pages. */
export type PdfWriter = {
  text(text: PdfText, options?: TextOptions): void;
  /** Writes a heading on the same page as the first lines of its section. Levels 1 and 2 are bookmarks too. */
  heading(text: string, options?: HeadingOptions): void;
  space(points: number): void;
  startPage(): void;
  /** Starts a page if the current one has less space. */
  ensureSpace(points: number): void;
  rule(): void;
  /** Draws a line above the name of the person who signs. */
  signatureLine(): void;
  /** Writes a table. Repeats the titles on every page. Rows with `isStrong` are semibold. */
  table(columns: readonly PdfColumn[], rows: readonly PdfRow[], options?: TableOptions): void;
  /** Writes labels with their values. */
  details(rows: ReadonlyArray<readonly [string, PdfText]>, options?: DetailsOptions): void;
  /** Writes a list. Each item is a function that writes its blocks. With `start`, the items are numbered. */
  list(items: ReadonlyArray<() => void>, options?: { start?: number }): void;
  quote(write: () => void): void;
  code(text: string): void;
  badges(badges: readonly Badge[]): void;
  barChart(chart: BarChart): void;
  /** Writes a table of contents. The page numbers are those of the headings with the same destinations. */
  contents(entries: readonly ContentsEntry[]): void;
  /** Draws the firm's logo. */
  logo(size: number): void;
  pageCount(): number;
  /** Ends the document and returns its bytes. */
  finish(): Promise<Buffer>;
};

type WriterOptions = {
  /** Starts with the firm's name and address. */
  hasLetterhead?: boolean;
  /** The first page has no page number. */
  hasCover?: boolean;
};

export function createPdfWriter(
  title: string,
  createdAt: Date,
  { hasLetterhead = true, hasCover = false }: WriterOptions = {},
): PdfWriter {
  const doc = new TaggedDocument({ title, createdAt });
  const ended = new Promise<void>((resolve) => doc.once("end", resolve));
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const flow = createPageFlow(doc);
  const outline = createOutline(flow);
  const contents = createContentsList(flow);
  if (hasLetterhead) {
    writeLetterhead(flow);
  }
  return {
    text: (text, options) => writeText(flow, text, options),
    heading(text, { level = 2, destination } = {}) {
      const { top } = writeHeading(flow, text, level);
      outline.add({ text, level, top, destination });
    },
    space: (points) => {
      flow.y += points;
    },
    startPage: () => flow.startPage(),
    ensureSpace: (points) => flow.ensureSpace(points),
    rule() {
      flow.ensureSpace(12);
      drawRule(flow, flow.y + 6);
      flow.y += 12;
    },
    signatureLine: () => {
      drawRule(flow, flow.y, { color: COLORS.text, width: SIGNATURE_WIDTH });
      flow.y += 4;
    },
    table: (columns, rows, options) => writeTable(flow, columns, rows, options),
    details: (rows, { valueShare = 3.4, ...options } = {}) =>
      writeTable(
        flow,
        [
          { title: "", share: 1, isHeader: true },
          { title: "", share: valueShare },
        ],
        rows.map((cells) => ({ cells })),
        { ...options, hasTitles: false },
      ),
    list: (items, options) => writeList(flow, items, options),
    quote: (write) => writeQuote(flow, write),
    code: (text) => writeCode(flow, text),
    badges: (badges) => writeBadges(flow, badges),
    barChart: (chart) => writeBarChart(flow, chart),
    contents: (entries) => contents.write(entries),
    logo: (size) => drawLogo(flow, size),
    pageCount: () => doc.bufferedPageRange().count,
    async finish() {
      contents.drawPageNumbers(outline.pages);
      flow.end();
      numberPages(flow, title, hasCover);
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

function writeLetterhead(flow: PageFlow): void {
  writeText(flow, brand.name, { size: 18, font: "semibold", role: "P" });
  const address = [...brand.postalAddress, brand.contactEmail].join(" · ");
  writeText(flow, address, { size: 9, isMuted: true });
  flow.y += 2 * getLineHeight(9);
}

const SIGNATURE_WIDTH = 200;

/** The width of the lines of the logo, which is defined in a box of 32 × 32. */
const LOGO_BOX = 32;
const LOGO_LINE_WIDTH = 3;

function drawLogo(flow: PageFlow, size: number): void {
  flow.drawArtifact(() => {
    flow.doc
      .save()
      .translate(flow.left, flow.y)
      .scale(size / LOGO_BOX)
      .path(brand.logo)
      .lineWidth(LOGO_LINE_WIDTH)
      .lineCap("round")
      .lineJoin("round")
      .strokeColor(COLORS.accent)
      .stroke()
      .restore();
  });
  flow.y += size;
}

function numberPages(flow: PageFlow, title: string, hasCover: boolean): void {
  const size = 8;
  const { doc } = flow;
  const { count } = doc.bufferedPageRange();
  const numberWidth = 100;
  const titleWidth = CONTENT_WIDTH - numberWidth;
  const style = { y: PAGE.height - PAGE.margin, size, lineHeight: getLineHeight(size), color: COLORS.muted };
  const titleLines = breakLines(doc, title, { size, width: titleWidth }).slice(0, 1);
  for (let index = hasCover ? 1 : 0; index < count; index += 1) {
    doc.switchToPage(index);
    const number = `Page ${index + 1} of ${count}`;
    const numberLines = breakLines(doc, number, { size, width: numberWidth });
    const numberX = PAGE.margin + titleWidth;
    flow.drawArtifact(() => {
      drawPlainLines(flow, titleLines, { ...style, x: PAGE.margin, width: titleWidth });
      drawPlainLines(flow, numberLines, { ...style, x: numberX, width: numberWidth, align: "right" });
    }, "Pagination");
  }
}
