import type { Browser, Page } from "playwright-core";
import { openPage } from "#tests/support/browser/browser.ts";
import { median } from "./median.ts";

/** First and largest contentful paint and total blocking time in ms, and cumulative layout shift. */
export type PageMetrics = { fcp: number; lcp: number; blocked: number; shift: number };

type VisitOptions = {
  runs: number;
  /** Runs on the page before the visit, for example to sign in. It is not throttled. */
  prepare?: (page: Page) => Promise<void>;
};

/** Lighthouse's mobile throttling: 4x CPU slowdown, 150 ms latency and 1.6 Mbit/s. */
const CPU_RATE = 4;
const NETWORK = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000, offline: false };
const LONG_TASK_MS = 50;

/** Returns the medians of several visits with an empty cache and throttled CPU and network. */
export async function measureThrottledVisits(
  browser: Browser,
  address: string,
  { runs, prepare }: VisitOptions,
): Promise<PageMetrics> {
  const visits: PageMetrics[] = [];
  for (let run = 0; run < runs; run += 1) {
    visits.push(await measureVisit(browser, address, prepare));
  }
  const medianOf = (metric: keyof PageMetrics) => median(visits.map((visit) => visit[metric]));
  return {
    fcp: medianOf("fcp"),
    lcp: medianOf("lcp"),
    blocked: medianOf("blocked"),
    shift: medianOf("shift"),
  };
}

async function measureVisit(
  browser: Browser,
  address: string,
  prepare: VisitOptions["prepare"],
): Promise<PageMetrics> {
  const { page, close } = await openPage(browser, { viewport: { width: 412, height: 823 } });
  await prepare?.(page);
  await throttle(page);
  await page.addInitScript((longTask) => {
    const figures = { fcp: 0, lcp: 0, blocked: 0, shift: 0 };
    Object.assign(window, { figures });
    const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    watch("paint", (entry) => {
      figures.fcp = entry.name === "first-contentful-paint" ? entry.startTime : figures.fcp;
    });
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

/** Makes the page as slow as on a phone, with an empty cache. */
export async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_RATE });
}
