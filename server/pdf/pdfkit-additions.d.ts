// Parameters of pdfkit 0.20 that @types/pdfkit 0.17 does not declare.
declare namespace PDFKit {
  namespace Mixins {
    interface StructureElementOptions {
      /** The cells that a table header describes. */
      scope?: "Row" | "Column";
      placement?: "Block" | "Inline";
      /** Left, top, right and bottom, from the top left corner of the page. */
      bbox?: [number, number, number, number];
    }
    interface PDFAnnotation {
      /** pdfkit writes primitive strings as names, so `Contents` must be a String object. */
      link(x: number, y: number, w: number, h: number, url: string, option: TaggedLink): this;
      goTo(x: number, y: number, w: number, h: number, name: string, option: TaggedLink): this;
    }
    interface TaggedLink {
      structParent: PDFKit.PDFStructureElement;
      Contents: object;
    }
  }
  interface PDFOutline {
    /** `top` is a position on the current page. A `left` of the page width is the left edge. */
    addItem(title: string, options: { top: number; left: number; expanded?: boolean }): PDFOutline;
  }
}
