import type { List, PhrasingContent, RootContent, Table } from "mdast";
import { isSafeUrl, parseMarkdown } from "#domain/findings/markdown.ts";
import type { PdfRow, PdfWriter, TextSpan } from "#server/pdf/pdf-writer.ts";

const BLOCK_SPACE = 6;
const ITEM_SPACE = 3;
const LINE_GAP = 1.5;
/** Wider tables are written as text, because their columns would be narrower than a word. */
const MAX_COLUMNS = 12;
/** Each cell is a tagged element, and hundreds of thousands of them would exceed the memory of the process. */
const MAX_CELLS = 2000;
/** The limits of a column's share, in characters. */
const MIN_COLUMN_SHARE = 8;
const MAX_COLUMN_SHARE = 40;

/** `headingRole` is one level below the heading of the text. All headings in the text have this level. */
type MarkdownOptions = { headingRole: "H2" | "H3" | "H4" };

/**
 * Writes Markdown. As in the portal, HTML appears as text, only safe links are links, and images appear as their description.
 */
export function writeMarkdown(pdf: PdfWriter, text: string, options: MarkdownOptions): void {
  writeBlocks(pdf, parseMarkdown(text).children, options);
}

function writeBlocks(pdf: PdfWriter, nodes: readonly RootContent[], options: MarkdownOptions): void {
  for (const [index, node] of nodes.entries()) {
    if (index > 0) {
      pdf.space(BLOCK_SPACE);
    }
    writeBlock(pdf, node, options);
  }
}

function writeBlock(pdf: PdfWriter, node: RootContent, options: MarkdownOptions): void {
  switch (node.type) {
    case "heading":
      pdf.ensureSpace(50);
      pdf.text(toSpans(node.children, { font: "semibold" }), { role: options.headingRole });
      break;
    case "paragraph":
      pdf.text(toSpans(node.children), { lineGap: LINE_GAP });
      break;
    case "list":
      writeList(pdf, node, options);
      break;
    case "blockquote":
      pdf.quote(() => writeBlocks(pdf, node.children, options));
      break;
    case "code":
      pdf.code(node.value);
      break;
    case "table":
      writeTable(pdf, node);
      break;
    case "thematicBreak":
      pdf.rule();
      break;
    case "html":
      pdf.text(node.value, { lineGap: LINE_GAP });
      break;
    // Only references use definitions, which appear as text.
    default:
      break;
  }
}

function writeList(pdf: PdfWriter, list: List, options: MarkdownOptions): void {
  const items = list.children.map((item) => () => {
    writeBlocks(pdf, item.children, options);
    // An empty item has the height of its label.
    pdf.space(item.children.length === 0 ? 13 + ITEM_SPACE : ITEM_SPACE);
  });
  pdf.list(items, list.ordered ? { start: list.start ?? 1 } : {});
}

function writeTable(pdf: PdfWriter, table: Table): void {
  const rows = table.children.map((row) => row.children.map((cell) => toSpans(cell.children)));
  const [titles = [], ...body] = rows;
  if (titles.length > MAX_COLUMNS || titles.length * rows.length > MAX_CELLS) {
    pdf.code(rows.map((row) => row.map(toText).join(" | ")).join("\n"));
    return;
  }
  const columns = titles.map((title, index) => ({
    title: toText(title),
    share: getColumnShare(rows.map((row) => toText(row[index] ?? []))),
    align: table.align?.[index] === "right" ? ("right" as const) : ("left" as const),
  }));
  pdf.table(
    columns,
    body.map((cells): PdfRow => ({ cells })),
  );
}

function getColumnShare(texts: readonly string[]): number {
  const longest = texts.reduce((length, text) => Math.max(length, text.length), 0);
  return Math.min(MAX_COLUMN_SHARE, Math.max(MIN_COLUMN_SHARE, longest));
}

function toText(spans: readonly TextSpan[]): string {
  return spans.map(({ text }) => text).join("");
}

type SpanStyle = Omit<TextSpan, "text">;

function toSpans(nodes: readonly PhrasingContent[], style: SpanStyle = {}): TextSpan[] {
  return nodes.flatMap((node) => toSpan(node, style));
}

function toSpan(node: PhrasingContent, style: SpanStyle): TextSpan[] {
  switch (node.type) {
    case "text":
    case "html":
      return [{ ...style, text: collapseSpaces(node.value) }];
    case "inlineCode":
      return [{ ...style, font: "mono", text: collapseSpaces(node.value) }];
    case "emphasis":
      return toSpans(node.children, { ...style, isOblique: true });
    case "strong":
      return toSpans(node.children, { ...style, font: "semibold" });
    case "break":
      return [{ text: "\n" }];
    case "link":
      return toSpans(node.children, isSafeUrl(node.url) ? { ...style, link: { url: node.url } } : style);
    case "image":
    case "imageReference":
      return [{ ...style, isMuted: true, text: `[Image${node.alt ? `: ${collapseSpaces(node.alt)}` : ""}]` }];
    case "linkReference":
      return toSpans(node.children, style);
    default:
      return [];
  }
}

function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, " ");
}
