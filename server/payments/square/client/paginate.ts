import { ProviderError } from "#server/payments/provider-error.ts";

/** More pages than any real list has. Stops a list that never ends. */
const MAX_PAGES = 5000;
const MAX_RESTARTS = 2;

/**
 * Yields the pages of a list until one has no cursor. Square's cursors expire quickly: the list then starts again, so
 * callers must handle duplicates.
 * @throws {ProviderError} "repeated-page" when a cursor repeats, to avoid an endless loop
 */
export async function* paginate<Page extends { cursor?: string }>(
  read: (cursor: string | undefined) => Promise<Page>,
): AsyncGenerator<Page> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  let restarts = 0;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const page = await read(cursor).catch((error: unknown) => {
      const isStale = error instanceof ProviderError && error.kind === "stale-cursor" && cursor !== undefined;
      if (!isStale || restarts >= MAX_RESTARTS) {
        throw error;
      }
      return null;
    });
    if (page === null) {
      restarts += 1;
      seen.clear();
      cursor = undefined;
      continue;
    }
    yield page;
    if (!page.cursor) {
      return;
    }
    if (seen.has(page.cursor)) {
      throw new ProviderError("repeated-page");
    }
    seen.add(page.cursor);
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
