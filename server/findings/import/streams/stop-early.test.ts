import { expect, test } from "vitest";
import { prefetch } from "./prefetch.ts";
import { stopEarly } from "./stop-early.ts";

/** A source whose second read does not end until `stop` is called. */
function createStalledSource() {
  const events: string[] = [];
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  async function* read() {
    try {
      yield 1;
      yield await stopped;
    } finally {
      events.push("closed");
    }
  }
  const stop = async () => {
    events.push("stopped");
    reject(new Error("The source ended"));
  };
  return { items: prefetch(stopEarly(read(), stop)), events };
}

test("ends the pending read when the consumer fails, instead of waiting for it", async () => {
  const { items, events } = createStalledSource();
  const consume = async () => {
    for await (const _ of items) {
      throw new Error("The database rejected the item");
    }
  };
  await expect(consume()).rejects.toThrow("The database rejected the item");
  expect(events).toEqual(["stopped", "closed"]);
});

test("yields all items", async () => {
  async function* read() {
    yield* [1, 2, 3];
  }
  const yielded: number[] = [];
  for await (const item of stopEarly(read(), async () => {})) {
    yielded.push(item);
  }
  expect(yielded).toEqual([1, 2, 3]);
});
