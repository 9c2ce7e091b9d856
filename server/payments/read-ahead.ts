/** Yields the items of `source`, and requests the next item while the caller handles the current one. */
export async function* readAhead<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = source[Symbol.asyncIterator]();
  const requestNext = () => {
    const result = iterator.next();
    // If the caller stops early, nothing awaits this request.
    result.catch(() => {});
    return result;
  };
  let next = requestNext();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) {
        return;
      }
      next = requestNext();
      yield value;
    }
  } finally {
    // Do not await, because the pending request may take minutes during an outage.
    iterator.return?.().catch(() => {});
  }
}

/**
 * Yields the items of up to `maxPages` pages at a time. If the source fails, yields the items that were read before, and
 * then throws the error.
 */
export async function* combinePages<Item>(
  source: AsyncIterable<readonly Item[]>,
  maxPages: number,
): AsyncGenerator<Item[]> {
  let items: Item[] = [];
  let pageCount = 0;
  let failure: { error: unknown } | null = null;
  try {
    for await (const page of source) {
      items.push(...page);
      pageCount += 1;
      if (pageCount === maxPages) {
        yield items;
        items = [];
        pageCount = 0;
      }
    }
  } catch (error) {
    failure = { error };
  }
  if (pageCount > 0) {
    yield items;
  }
  if (failure) {
    throw failure.error;
  }
}
