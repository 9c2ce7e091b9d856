import { getDocument } from "unpdf/pdfjs";

/** An opened PDF. */
export type Pdf = {
  pageCount: number;
  /** Draws a page, counted from 1, in the width given; resolves to its words. */
  draw(page: number, canvas: HTMLCanvasElement, width: number): Promise<string>;
  close(): void;
};

/**
 * Opens a PDF with pdf.js. It runs on the page's own thread, as Trusted Types admit no worker, and only draws: forms,
 * scripts and links of the document are left out.
 * @throws when it is none, or protected by a password
 */
export async function openPdf(bytes: Blob): Promise<Pdf> {
  const opening = getDocument({
    data: new Uint8Array(await bytes.arrayBuffer()),
    useSystemFonts: true,
    useWorkerFetch: false,
    verbosity: 0,
  });
  const pdf = await opening.promise;
  // Pages are drawn one after the other: two at once on one canvas are refused.
  let drawn: Promise<unknown> = Promise.resolve();
  const draw: Pdf["draw"] = async (number, canvas, width) => {
    const page = await pdf.getPage(number);
    const { width: natural } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: (width * window.devicePixelRatio) / natural });
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    await page.render({ canvas, viewport }).promise;
    const { items } = await page.getTextContent();
    return items.map((item) => ("str" in item ? item.str : "")).join(" ");
  };
  return {
    pageCount: pdf.numPages,
    draw(...page) {
      const drawing = drawn.then(() => draw(...page));
      drawn = drawing.catch(() => {});
      return drawing;
    },
    close: () => void opening.destroy(),
  };
}
