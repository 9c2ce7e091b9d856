import type { Page } from "playwright-core";

/** The requests that a page has sent since `watchRequests` was called. */
export type WatchedRequests = {
  /** The longest sequence of requests where each starts after the previous one ended. */
  longestChain(): number;
};

export function watchRequests(page: Page): WatchedRequests {
  const finished: { start: number; end: number }[] = [];
  const started = new Map<unknown, number>();
  page.on("request", (request) => started.set(request, performance.now()));
  page.on("requestfinished", (request) => {
    const start = started.get(request);
    if (start !== undefined) {
      finished.push({ start, end: performance.now() });
    }
  });
  const longestChainAfter = (instant: number): number =>
    Math.max(
      0,
      ...finished.filter(({ start }) => start >= instant).map(({ end }) => 1 + longestChainAfter(end)),
    );
  return { longestChain: () => longestChainAfter(0) };
}
