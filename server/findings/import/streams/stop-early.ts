/**
 * Yields the items of the source. If the consumer stops early, calls `stop` and then closes the source. A generator can be
 * closed only after its pending read has ended, so `stop` must end that read.
 */
export function stopEarly<Item>(items: AsyncGenerator<Item>, stop: () => Promise<void>): AsyncIterable<Item> {
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => items.next(),
      async return() {
        await stop();
        return items.return(undefined);
      },
    }),
  };
}
