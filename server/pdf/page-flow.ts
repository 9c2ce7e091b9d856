import { COLORS, CONTENT_BOTTOM, PAGE } from "./pdf-theme.ts";
import type { TaggedDocument } from "./tagged-document.ts";

export type StructureElement = PDFKit.PDFStructureElement;
type ElementOptions = PDFKit.Mixins.StructureElementOptions;

/** Nested lists and quotes are not indented further than this, so that their text keeps a readable width. */
const MAX_INDENT = 140;

/** The position at which the next block is written, and the structure element that contains it. */
export type PageFlow = {
  readonly doc: TaggedDocument;
  y: number;
  /** The left edge of the current block. */
  readonly left: number;
  readonly width: number;
  /** The left edge of a block that is indented further. */
  getIndentedLeft(indent: number): number;
  /** The space that is left on the page. */
  remaining(): number;
  isPageTop(): boolean;
  startPage(): void;
  /** Starts a page if the current one has less space. */
  ensureSpace(height: number): void;
  /** Adds a structure element to the current one. The caller ends it. */
  addElement(type: string, options?: ElementOptions, parent?: StructureElement): StructureElement;
  /** Writes blocks into a new structure element, with an indentation in points. */
  writeInside(type: string, write: () => void, indent?: number): void;
  /** Draws content on the current page that belongs to a structure element. */
  drawContent(element: StructureElement, tag: string, draw: () => void): void;
  /** Draws decoration, which assistive technology skips. */
  drawArtifact(draw: () => void, type?: "Layout" | "Pagination"): void;
  /** Ends the structure tree. */
  end(): void;
};

export function createPageFlow(doc: TaggedDocument): PageFlow {
  const root = doc.struct("Document");
  doc.addStructure(root);
  let parent: StructureElement = root;
  let indentation = 0;

  const flow: PageFlow = {
    doc,
    y: PAGE.margin,
    get left() {
      return PAGE.margin + indentation;
    },
    get width() {
      return PAGE.width - 2 * PAGE.margin - indentation;
    },
    getIndentedLeft: (indent) => PAGE.margin + Math.min(indentation + indent, MAX_INDENT),
    remaining: () => CONTENT_BOTTOM - flow.y,
    isPageTop: () => flow.y <= PAGE.margin,
    startPage() {
      doc.addPage();
      flow.y = PAGE.margin;
    },
    ensureSpace(height) {
      if (flow.remaining() < height && !flow.isPageTop()) {
        flow.startPage();
      }
    },
    addElement(type, options = {}, elementParent = parent) {
      const element = doc.struct(type, options);
      elementParent.add(element);
      return element;
    },
    writeInside(type, write, indent = 0) {
      const element = flow.addElement(type);
      const [outerParent, outerIndentation] = [parent, indentation];
      parent = element;
      indentation = Math.min(indentation + indent, MAX_INDENT);
      write();
      [parent, indentation] = [outerParent, outerIndentation];
      element.end();
    },
    drawContent(element, tag, draw) {
      element.add(doc.markStructureContent(tag));
      draw();
      doc.endMarkedContent();
    },
    drawArtifact(draw, type = "Layout") {
      doc.markContent("Artifact", { type });
      draw();
      doc.endMarkedContent();
    },
    end: () => root.end(),
  };
  return flow;
}

/** Draws a thin horizontal line, by default across the current block. */
export function drawRule(
  flow: PageFlow,
  y: number,
  { color = COLORS.line, width = flow.width }: { color?: string; width?: number } = {},
): void {
  flow.drawArtifact(() => {
    flow.doc
      .moveTo(flow.left, y)
      .lineTo(flow.left + width, y)
      .lineWidth(0.5)
      .strokeColor(color)
      .stroke();
  });
}
