import type { Browser } from "playwright-core";
import { openPage } from "#tests/support/browser/browser.ts";

/** Largest contentful paint in ms, total blocking time in ms, and cumulative layout shift. */
export type PageMetrics = { lcp: number; blocked: number; shift: number };

/** Lighthouse's mobile throttling: 4x CPU slowdown, 150 ms latency and 1.6 Mbit/s. */
const CPU_RATE = 4;
const NETWORK = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000, offline: false };
const LONG_TASK_MS = 50;

/** Measures one visit with an empty cache and throttled CPU and network. */
export async function measureThrottledVisit(browser: Browser, address: string): Promise<PageMetrics> {
  const { page, context, close } = await openPage(browser, { viewport: { width: 412, height: 823 } });
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
    // Like Lighthouse, count only long tasks after the first contentful paint.
    watch("longtask", (entry) => {
      const firstPaint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
      if (firstPaint !== undefined && entry.startTime >= firstPaint) {
        figures.blocked += Math.max(0, entry.duration - longTask);
      }
    });
    watch("layout-shift", (entry) => {
      figures.shift += Number(Reflect.get(entry, "value"));
    });
  }, LONG_TASK_MS);
  await page.goto(address, { waitUntil: "networkidle" });
  const figures: PageMetrics = await page.evaluate(() => Reflect.get(window, "figures"));
  await close();
  return figures;
}
