import { expect, test } from "vitest";
import { combinePages, readAhead } from "./read-ahead.ts";

test("requests the next item while the caller handles the current one", async () => {
  const steps: string[] = [];
  async function* source() {
    for (const item of ["a", "b", "c"]) {
      steps.push(`read ${item}`);
      yield item;
    }
  }
  for await (const item of readAhead(source())) {
    await new Promise((resolve) => setImmediate(resolve));
    steps.push(`stored ${item}`);
  }
  expect(steps).toEqual(["read a", "read b", "stored a", "read c", "stored b", "stored c"]);
});

test("passes on an error after the items before it", async () => {
  async function* source() {
    yield "a";
    throw new Error("the list failed");
  }
  const items: string[] = [];
  await expect(
    (async () => {
      for await (const item of readAhead(source())) {
        items.push(item);
      }
    })(),
  ).rejects.toThrow("the list failed");
  expect(items).toEqual(["a"]);
});

async function collect<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source) {
    items.push(item);
  }
  return items;
}

async function* readPages(pages: readonly string[][], error?: Error) {
  yield* pages;
  if (error) {
    throw error;
  }
}

test("combines a number of pages, including empty ones, and yields the rest at the end", async () => {
  const pages = [["a"], [], ["b", "c"], ["d"]];
  expect(await collect(combinePages(readPages(pages), 3))).toEqual([["a", "b", "c"], ["d"]]);
  expect(await collect(combinePages(readPages([]), 3))).toEqual([]);
});

test("yields the pages before an error, and then throws it", async () => {
  const batches = combinePages(readPages([["a"]], new Error("the list failed")), 3);
  expect(await batches.next()).toEqual({ value: ["a"], done: false });
  await expect(batches.next()).rejects.toThrow("the list failed");
});
