import { getDocument } from "unpdf/pdfjs";

/** An opened PDF. */
export type Pdf = {
  pageCount: number;
  /** Draws a page, counted from 1, in the width given; resolves to its words. */
  draw(page: number, canvas: HTMLCanvasElement, width: number): Promise<string>;
  close(): void;
};

/** What every browser can draw; a page that wants more, a mile long say, is drawn smaller, a picture left out. */
const MOST_PIXELS = 16_000_000;
const MOST_PIXELS_A_SIDE = 16_000;

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
    maxImageSize: MOST_PIXELS,
    verbosity: 0,
  });
  const pdf = await opening.promise;
  // Pages are drawn one after the other: two at once on one canvas are refused.
  let drawn: Promise<unknown> = Promise.resolve();
  const draw: Pdf["draw"] = async (number, canvas, width) => {
    const page = await pdf.getPage(number);
    const natural = page.getViewport({ scale: 1 });
    const scale = Math.min(
      (width * window.devicePixelRatio) / natural.width,
      Math.sqrt(MOST_PIXELS / (natural.width * natural.height)),
      MOST_PIXELS_A_SIDE / Math.max(natural.width, natural.height),
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
      const drawing = drawn.then(() => draw(...page));
      drawn = drawing.catch(() => {});
      return drawing;
    },
    close: () => void opening.destroy(),
  };
}
