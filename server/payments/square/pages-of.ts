import { ProviderError } from "#server/payments/provider-error.ts";

/** Square's list cannot be longer than this; a list that is does not end. */
const MOST_PAGES = 5000;
const MOST_RESTARTS = 2;

/**
 * The pages of a list, until one has no cursor. Square's cursors do not live long: when one is lost, the list begins
 * again, so a reader must bear to see things twice.
 * @throws ProviderError "repeated-page" when a cursor comes back, instead of going round for ever.
 */
export async function* pagesOf<Page extends { cursor?: string }>(
  read: (cursor: string | undefined) => Promise<Page>,
): AsyncGenerator<Page> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  let restarts = 0;
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const page = await read(cursor).catch((cause: unknown) => {
      const isLost = cause instanceof ProviderError && cause.kind === "stale-cursor" && cursor !== undefined;
      if (!isLost || restarts >= MOST_RESTARTS) throw cause;
      return null;
    });
    if (page === null) {
      restarts += 1;
      seen.clear();
      cursor = undefined;
      continue;
    }
    yield page;
    if (!page.cursor) return;
    if (seen.has(page.cursor)) throw new ProviderError("repeated-page");
    seen.add(page.cursor);
    cursor = page.cursor;
  }
  throw new ProviderError("repeated-page");
}

/** Parts of at most `size`. */
export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
