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
