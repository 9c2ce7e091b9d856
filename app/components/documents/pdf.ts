import { getDocument } from "unpdf/pdfjs";

export type Pdf = {
  pageCount: number;
  /** Draws a page, counted from 1, at the given width. Resolves to its text. */
  draw(page: number, canvas: HTMLCanvasElement, width: number): Promise<string>;
  close(): void;
};

/** Canvas limits of all supported browsers. Larger pages are scaled down; larger images are omitted. */
const MAX_PIXELS = 16_000_000;
const MAX_SIDE_PIXELS = 16_000;

/**
 * Opens a PDF with pdf.js on the main thread, because Trusted Types block its worker. Forms, scripts and links of the
 * document are ignored.
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
  // pdf.js rejects concurrent rendering on one canvas, so draw pages one after another.
  let lastDraw: Promise<unknown> = Promise.resolve();
  const draw: Pdf["draw"] = async (number, canvas, width) => {
    const page = await pdf.getPage(number);
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
      const drawing = lastDraw.then(() => draw(...page));
      lastDraw = drawing.catch(() => {});
      return drawing;
    },
    close: () => void loadingTask.destroy(),
  };
}
