import type { Page } from "playwright-core";

/** Requests of a page since `watchRequests`. */
export type WatchedRequests = {
  /** How many follow one another: each began after the one before it had ended. */
  longestChain(): number;
};

export function watchRequests(page: Page): WatchedRequests {
  const asked: { start: number; end: number }[] = [];
  const started = new Map<unknown, number>();
  page.on("request", (request) => started.set(request, performance.now()));
  page.on("requestfinished", (request) => {
    const start = started.get(request);
    if (start !== undefined) asked.push({ start, end: performance.now() });
  });
  const chainAfter = (instant: number): number =>
    Math.max(0, ...asked.filter(({ start }) => start >= instant).map(({ end }) => 1 + chainAfter(end)));
  return { longestChain: () => chainAfter(0) };
}
