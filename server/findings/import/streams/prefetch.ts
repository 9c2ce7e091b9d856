/** Yields the items, and reads the next one while the consumer handles the current one. */
export async function* prefetch<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (let result = await next; !result.done; result = await next) {
      next = iterator.next();
      // The error is thrown when the consumer requests the next item, if it does.
      next.catch(() => {});
      yield result.value;
    }
  } finally {
    await iterator.return?.();
  }
}
