import type { Browser } from "playwright-core";
import { aVisit } from "#tests/support/browser.ts";

/** Milliseconds to the largest paint, milliseconds of long tasks beyond 50 each, sum of layout shifts. */
export type Figures = { lcp: number; blocked: number; shift: number };

/** Lighthouse's slow phone: a quarter of the processor, 150 ms to the server and 1.6 Mbit/s. */
const CPU_RATE = 4;
const NETWORK = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000, offline: false };
const LONG_TASK_MS = 50;

/** One visit with an empty cache on a slow phone. */
export async function throttledVisit(browser: Browser, address: string): Promise<Figures> {
  const { page, context, close } = await aVisit(browser, { viewport: { width: 412, height: 823 } });
  const session = await context.newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_RATE });
  await page.addInitScript((longTask) => {
    const figures = { lcp: 0, blocked: 0, shift: 0 };
    Object.assign(window, { figures });
    const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    watch("largest-contentful-paint", (entry) => {
      figures.lcp = entry.startTime;
    });
    // As Lighthouse counts: what keeps a person waiting who already sees something.
    watch("longtask", (entry) => {
      const firstPaint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
      if (firstPaint !== undefined && entry.startTime >= firstPaint)
        figures.blocked += Math.max(0, entry.duration - longTask);
    });
    watch("layout-shift", (entry) => {
      figures.shift += Number(Reflect.get(entry, "value"));
    });
  }, LONG_TASK_MS);
  await page.goto(address, { waitUntil: "networkidle" });
  const figures: Figures = await page.evaluate(() => Reflect.get(window, "figures"));
  await close();
  return figures;
}
