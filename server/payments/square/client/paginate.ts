import { ProviderError } from "#server/payments/provider-error.ts";

/** Guards against endless lists. No real list has this many pages. */
const MAX_PAGES = 5000;
const MAX_RESTARTS = 2;

/**
 * Yields the pages of a list until one has no cursor. If a cursor expires, the list restarts from the first page, so
 * callers must handle duplicates.
 * @throws {ProviderError} "repeated-page" if a cursor repeats, to avoid an endless loop
 */
export async function* paginate<Page extends { cursor?: string }>(
  read: (cursor: string | undefined) => Promise<Page>,
): AsyncGenerator<Page> {
  const seenCursors = new Set<string>();
  let cursor: string | undefined;
  let restarts = 0;
  for (let pageCount = 0; pageCount < MAX_PAGES; pageCount += 1) {
    const page = await read(cursor).catch((error: unknown) => {
      const isStale = error instanceof ProviderError && error.kind === "stale-cursor" && cursor !== undefined;
      if (!isStale || restarts >= MAX_RESTARTS) {
        throw error;
      }
      return null;
    });
    if (page === null) {
      restarts += 1;
      seenCursors.clear();
      cursor = undefined;
      continue;
    }
    yield page;
    if (!page.cursor) {
      return;
    }
    if (seenCursors.has(page.cursor)) {
      throw new ProviderError("repeated-page");
    }
    seenCursors.add(page.cursor);
    cursor = page.cursor;
  }
  throw new ProviderError("repeated-page");
}

/** Splits a list into chunks of at most `size` items. */
export function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
