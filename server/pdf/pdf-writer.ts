import { fileURLToPath } from "node:url";
import PDFDocument from "pdfkit";
import { brand } from "#brand";

/** Geist in two weights, with Latin, Cyrillic and Vietnamese characters. pdfkit cannot embed the site's variable font. */
const FONTS = {
  regular: fileURLToPath(new URL("fonts/geist-regular.ttf", import.meta.url)),
  semibold: fileURLToPath(new URL("fonts/geist-semibold.ttf", import.meta.url)),
};
const COLORS = { text: "#16181d", muted: "#5b6170", line: "#d5d8de" };
const MARGIN = 54;
const FOOTER_HEIGHT = 40;
const CELL_PADDING = 5;
/** Space that a heading requires for the first lines of its section. With less, the heading moves to the next page. */
const HEADING_SPACE = 90;

export type PdfFont = keyof typeof FONTS;
type TextOptions = { size?: number; font?: PdfFont; isMuted?: boolean; align?: "left" | "right" };

/** A table column. `share` is its width relative to the other columns. */
export type PdfColumn = { title: string; share: number; align?: "left" | "right" };

/** Writes a letter-size document from top to bottom, with the firm's letterhead and numbered pages. */
export type PdfWriter = {
  text(text: string, options?: TextOptions): void;
  /** Writes a heading on the same page as the first lines of its section. */
  heading(text: string): void;
  space(points: number): void;
  /** Writes a table. Repeats the header on every page. Rows with `isStrong` are semibold. */
  table(
    columns: readonly PdfColumn[],
    rows: readonly { cells: readonly string[]; isStrong?: boolean }[],
  ): void;
  /** Ends the document and returns its bytes. */
  finish(): Promise<Buffer>;
};

export function createPdfWriter(title: string, createdAt: Date): PdfWriter {
  const doc = new PDFDocument({
    size: "LETTER",
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER_HEIGHT },
    bufferPages: true,
    lang: "en-US",
    info: { Title: title, Author: brand.name, CreationDate: createdAt },
  });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const width = doc.page.width - 2 * MARGIN;
  const bottom = () => doc.page.height - doc.page.margins.bottom;

  const write = (
    text: string,
    { size = 10, font = "regular", isMuted = false, align = "left" }: TextOptions,
  ) => {
    doc
      .font(FONTS[font])
      .fontSize(size)
      .fillColor(isMuted ? COLORS.muted : COLORS.text)
      .text(toSingleSpaces(text), MARGIN, doc.y, { width, align });
  };
  const drawRule = (y: number) =>
    doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + width, y)
      .lineWidth(0.5)
      .strokeColor(COLORS.line)
      .stroke();

  /** Writes one table row. Returns its height, or null if it does not fit on the page. */
  const writeRow = (
    columns: readonly PdfColumn[],
    cells: readonly string[],
    font: PdfFont,
    color: string,
  ) => {
    const widths = toWidths(columns, width);
    doc.font(FONTS[font]).fontSize(9).fillColor(color);
    const texts = cells.map(toSingleSpaces);
    const textWidth = (index: number) => (widths[index] ?? 0) - 2 * CELL_PADDING;
    const heights = texts.map((text, index) => doc.heightOfString(text || " ", { width: textWidth(index) }));
    const height = Math.max(...heights) + 2 * CELL_PADDING;
    const fitsOnPage = doc.y + height <= bottom();
    if (!fitsOnPage) {
      return null;
    }
    const top = doc.y;
    let x = MARGIN;
    for (const [index, text] of texts.entries()) {
      doc.text(text, x + CELL_PADDING, top + CELL_PADDING, {
        width: textWidth(index),
        align: columns[index]?.align ?? "left",
      });
      x += widths[index] ?? 0;
    }
    doc.y = top + height;
    drawRule(doc.y);
    return height;
  };

  write(brand.name, { size: 18, font: "semibold" });
  write([...brand.postalAddress, brand.contactEmail].join(" · "), { size: 9, isMuted: true });
  doc.moveDown(2);

  return {
    text: (text, options = {}) => write(text, options),
    heading(text) {
      if (doc.y + HEADING_SPACE > bottom()) {
        doc.addPage();
        doc.y = MARGIN;
      } else {
        doc.y += 18;
      }
      write(text, { size: 13, font: "semibold" });
      doc.y += 6;
    },
    space: (points) => {
      doc.y += points;
    },
    table(columns, rows) {
      const titles = columns.map((column) => column.title);
      const writeHeader = () => writeRow(columns, titles, "semibold", COLORS.muted);
      const addPage = () => {
        doc.addPage();
        doc.y = MARGIN;
        writeHeader();
      };
      if (writeHeader() === null) {
        addPage();
      }
      for (const { cells, isStrong = false } of rows) {
        const writeCells = () => writeRow(columns, cells, isStrong ? "semibold" : "regular", COLORS.text);
        if (writeCells() === null) {
          addPage();
          writeCells();
        }
      }
    },
    async finish() {
      numberPages(doc, title);
      const ended = new Promise<void>((resolve) => doc.once("end", resolve));
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

function numberPages(doc: PDFKit.PDFDocument, title: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(start + index);
    // Text below the bottom margin would start a new page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - MARGIN;
    const width = doc.page.width - 2 * MARGIN;
    doc.font(FONTS.regular).fontSize(8).fillColor(COLORS.muted);
    doc.text(title, MARGIN, y, { width, lineBreak: false });
    doc.text(`Page ${index + 1} of ${count}`, MARGIN, y, { width, align: "right", lineBreak: false });
  }
}

function toWidths(columns: readonly PdfColumn[], width: number): number[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  return columns.map(({ share }) => (width * share) / shares);
}

/** Collapses whitespace, because line breaks could make a row taller than a page. */
function toSingleSpaces(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
