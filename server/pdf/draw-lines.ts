import type { LineRun, PdfLink, TextLine } from "./line-breaking.ts";
import type { PageFlow, StructureElement } from "./page-flow.ts";
import { COLORS, FONTS } from "./pdf-theme.ts";
import { toPlainText } from "./printable-text.ts";

export type LineStyle = {
  x: number;
  /** The top of the first line. */
  y: number;
  width: number;
  size: number;
  lineHeight: number;
  color?: string;
  align?: "left" | "right";
};
/** `tag` is the tag of the marked content. */
type TaggedLineStyle = LineStyle & { tag: string };

type PlacedRun = { run: LineRun; x: number; y: number };

/** Draws lines on the current page. Links become structure elements of their own, with an annotation. */
export function drawLines(
  flow: PageFlow,
  element: StructureElement,
  lines: readonly TextLine[],
  style: TaggedLineStyle,
): void {
  for (const group of groupByLink(placeRuns(lines, style))) {
    const link = group[0]?.run.span.link;
    if (link) {
      drawLink(flow, element, { link, group, style });
    } else {
      flow.drawContent(element, style.tag, () => drawRuns(flow, group, style));
    }
  }
}

/** Draws lines without structure elements. The caller marks the content. */
export function drawPlainLines(flow: PageFlow, lines: readonly TextLine[], style: LineStyle): void {
  drawRuns(flow, placeRuns(lines, style), style);
}

function placeRuns(lines: readonly TextLine[], style: LineStyle): PlacedRun[] {
  return lines.flatMap((line, index) => {
    let x = style.align === "right" ? style.x + style.width - line.width : style.x;
    return line.runs.map((run) => {
      const placed = { run, x, y: style.y + index * style.lineHeight };
      x += run.width;
      return placed;
    });
  });
}

/** Groups consecutive runs without a link, and the runs of a link that are on the same line. */
function groupByLink(runs: readonly PlacedRun[]): PlacedRun[][] {
  const groups: PlacedRun[][] = [];
  for (const run of runs) {
    const group = groups.at(-1);
    const previous = group?.[0];
    const link = run.run.span.link;
    const isSameLink = link && previous?.run.span.link === link && previous.y === run.y;
    const isPlainText = !link && previous && !previous.run.span.link;
    if (group && (isSameLink || isPlainText)) {
      group.push(run);
    } else {
      groups.push([run]);
    }
  }
  return groups;
}

function drawRuns(flow: PageFlow, runs: readonly PlacedRun[], style: LineStyle): void {
  for (const { run, x, y } of runs) {
    const { link, isMuted, isOblique = false } = run.span;
    const color = link ? COLORS.accent : isMuted ? COLORS.muted : (style.color ?? COLORS.text);
    flow.doc
      .font(FONTS[run.font])
      .fontSize(style.size)
      .fillColor(color)
      .text(run.text, x, y, { lineBreak: false, oblique: isOblique, underline: isWebLink(link) });
  }
}

type LinkGroup = { link: PdfLink; group: readonly PlacedRun[]; style: LineStyle };

function drawLink(flow: PageFlow, element: StructureElement, { link, group, style }: LinkGroup): void {
  const [first] = group;
  if (!first) {
    return;
  }
  const structParent = flow.addElement("Link", {}, element);
  flow.drawContent(structParent, "Link", () => drawRuns(flow, group, style));
  const width = group.reduce((sum, { run }) => sum + run.width, 0);
  const text = group.map(({ run }) => run.text).join("");
  const options = { structParent, Contents: new String(toPlainText(text)) };
  if ("url" in link) {
    flow.doc.link(first.x, first.y, width, style.lineHeight, toAsciiUrl(link.url), options);
  } else {
    flow.doc.goTo(first.x, first.y, width, style.lineHeight, link.destination, options);
  }
  // pdfkit writes the current page into the reference to the annotation when the element ends.
  structParent.end();
}

function isWebLink(link: PdfLink | undefined): boolean {
  return link !== undefined && "url" in link;
}

/** The URLs in PDFs are ASCII. Decoding first keeps escapes that are already in the URL. */
function toAsciiUrl(url: string): string {
  try {
    return encodeURI(decodeURI(url));
  } catch {
    return encodeURI(url.toWellFormed());
  }
}
