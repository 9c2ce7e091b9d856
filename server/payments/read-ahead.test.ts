import { expect, test } from "vitest";
import { readAhead } from "./read-ahead.ts";

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
