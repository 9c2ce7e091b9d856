import type { HeadingLevel } from "./heading.ts";
import type { PageFlow } from "./page-flow.ts";
import { PAGE } from "./pdf-theme.ts";
import { toPlainText } from "./printable-text.ts";

type OutlineHeading = { text: string; level: HeadingLevel; top: number; destination: string | undefined };

export type Outline = {
  /** The page index of each destination. */
  readonly pages: ReadonlyMap<string, number>;
  /** Adds a heading on the current page. */
  add(heading: OutlineHeading): void;
};

/** Creates the bookmarks and the destinations of links. Level 3 is too detailed for bookmarks. */
export function createOutline({ doc }: PageFlow): Outline {
  const pages = new Map<string, number>();
  let section: PDFKit.PDFOutline = doc.outline;
  return {
    pages,
    add({ text, level, top, destination }) {
      if (destination !== undefined) {
        pages.set(destination, doc.bufferedPageRange().count - 1);
        doc.addNamedDestination(destination, "XYZ", PAGE.margin, top, 0);
      }
      if (level < 3) {
        const parent = level === 1 ? doc.outline : section;
        const item = parent.addItem(toPlainText(text), { top, left: PAGE.width });
        section = level === 1 ? item : section;
      }
    },
  };
}
