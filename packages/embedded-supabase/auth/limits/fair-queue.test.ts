import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

/** Creates a queue whose calls the test completes manually, and records the order in which they start. */
function createTestQueue(concurrency: number) {
  const queue = createFairQueue(concurrency);
  const started: string[] = [];
  const pendingCalls = new Map<string, { succeed: () => void; fail: (error: Error) => void }>();
  const start = (name: string) => {
    const [account = ""] = name.split(" ");
    return queue(account, () => {
      started.push(name);
      return new Promise<void>((succeed, fail) => pendingCalls.set(name, { succeed, fail }));
    });
  };
  /** Completes the calls one at a time, in the order in which they start. */
  const completeInOrder = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      await expect.poll(() => started.length).toBeGreaterThan(index);
      pendingCalls.get(started[index] ?? "")?.succeed();
    }
  };
  return { start, started, pendingCalls, completeInOrder };
}

test("accounts take turns, so a flood from one account delays another account by only one call", async () => {
  const { start, started, completeInOrder } = createTestQueue(1);
  const calls = ["flood 1", "flood 2", "flood 3", "flood 4", "ada 1", "bob 1", "ada 2"].map(start);
  await completeInOrder(7);
  await Promise.all(calls);
  expect(started).toEqual(["flood 1", "flood 2", "ada 1", "bob 1", "flood 3", "ada 2", "flood 4"]);
});

test("never exceeds the concurrency limit, and starts the next call after a failure", async () => {
  const { start, started, pendingCalls, completeInOrder } = createTestQueue(2);
  const [first, ...others] = ["ada 1", "ada 2", "bob 1"].map(start);
  await expect.poll(() => started).toEqual(["ada 1", "ada 2"]);
  pendingCalls.get("ada 1")?.fail(new Error("wrong password"));
  await expect(first).rejects.toThrow("wrong password");
  await completeInOrder(3);
  await Promise.all(others);
  expect(started).toEqual(["ada 1", "ada 2", "bob 1"]);
});
