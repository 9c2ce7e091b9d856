/**
 * Yields the items of the source. Calls `stop` if the consumer stops early, before it closes the source. A generator can only
 * be closed when its pending read has ended, so `stop` must end that read.
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
