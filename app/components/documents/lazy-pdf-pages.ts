import { createLazyComponent } from "#app/components/lazy-component.ts";
import type { PdfPagesProps } from "./pdf-pages.tsx";

/** Shows a PDF. Its script contains pdf.js. */
export const lazyPdfPages = createLazyComponent<PdfPagesProps>(
  async () => (await import("./pdf-pages.tsx")).PdfPages,
);
