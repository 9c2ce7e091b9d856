import { getDocument } from "unpdf/pdfjs";

export type Pdf = {
  pageCount: number;
  /** Draws a page, numbered from 1, at the given width. Resolves to the page's text. */
  draw(page: number, canvas: HTMLCanvasElement, width: number): Promise<string>;
  close(): void;
};

/** Canvas limits of all supported browsers. Larger pages are scaled down; larger images are omitted. */
const MAX_PIXELS = 16_000_000;
const MAX_SIDE_PIXELS = 16_000;

/**
 * Opens a PDF with pdf.js on the main thread, because Trusted Types block its worker. The PDF's forms,
 * scripts and links are ignored.
 * @throws if the file is not a PDF or requires a password
 */
export async function openPdf(bytes: Blob): Promise<Pdf> {
  const loadingTask = getDocument({
    data: new Uint8Array(await bytes.arrayBuffer()),
    useSystemFonts: true,
    useWorkerFetch: false,
    maxImageSize: MAX_PIXELS,
    verbosity: 0,
  });
  const pdf = await loadingTask.promise;
  // Draw pages one after another, because pdf.js rejects concurrent rendering on one canvas.
  let lastDraw: Promise<unknown> = Promise.resolve();
  const draw: Pdf["draw"] = async (pageNumber, canvas, width) => {
    const page = await pdf.getPage(pageNumber);
    const unscaled = page.getViewport({ scale: 1 });
    const scale = Math.min(
      (width * window.devicePixelRatio) / unscaled.width,
      Math.sqrt(MAX_PIXELS / (unscaled.width * unscaled.height)),
      MAX_SIDE_PIXELS / Math.max(unscaled.width, unscaled.height),
    );
    const viewport = page.getViewport({ scale });
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    await page.render({ canvas, viewport }).promise;
    const { items } = await page.getTextContent();
    return items.map((item) => ("str" in item ? item.str : "")).join(" ");
  };
  return {
    pageCount: pdf.numPages,
    draw(...page) {
      const currentDraw = lastDraw.then(() => draw(...page));
      lastDraw = currentDraw.catch(() => {});
      return currentDraw;
    },
    close: () => void loadingTask.destroy(),
  };
}
