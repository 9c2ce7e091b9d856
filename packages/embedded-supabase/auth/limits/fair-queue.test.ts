import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

/** Creates a queue whose calls the test completes manually, and records the order in which they start. */
function createTestQueue(concurrency: number) {
  const queue = createFairQueue(concurrency);
  const started: string[] = [];
  const ends = new Map<string, { succeed: () => void; fail: (error: Error) => void }>();
  const start = (name: string) => {
    const [account = ""] = name.split(" ");
    return queue(account, () => {
      started.push(name);
      return new Promise<void>((succeed, fail) => ends.set(name, { succeed, fail }));
    });
  };
  /** Ends the calls one after the other, each after it started. */
  const endInOrder = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      await expect.poll(() => started.length).toBeGreaterThan(index);
      ends.get(started[index] ?? "")?.succeed();
    }
  };
  return { start, started, ends, endInOrder };
}

test("accounts take turns, so that another account waits for one call of a flood", async () => {
  const { start, started, endInOrder } = createTestQueue(1);
  const calls = ["flood 1", "flood 2", "flood 3", "flood 4", "ada 1", "bob 1", "ada 2"].map(start);
  await endInOrder(7);
  await Promise.all(calls);
  expect(started).toEqual(["flood 1", "flood 2", "ada 1", "bob 1", "flood 3", "ada 2", "flood 4"]);
});

test("runs no more calls at the same time than allowed, and the next one after a failure", async () => {
  const { start, started, ends, endInOrder } = createTestQueue(2);
  const [first, ...others] = ["ada 1", "ada 2", "bob 1"].map(start);
  await expect.poll(() => started).toEqual(["ada 1", "ada 2"]);
  ends.get("ada 1")?.fail(new Error("wrong password"));
  await expect(first).rejects.toThrow("wrong password");
  await endInOrder(3);
  await Promise.all(others);
  expect(started).toEqual(["ada 1", "ada 2", "bob 1"]);
});
