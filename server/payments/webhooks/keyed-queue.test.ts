import { expect, test } from "vitest";
import { createKeyedQueue } from "./keyed-queue.ts";

test("runs tasks with the same key in sequence, and tasks with different keys concurrently", async () => {
  const queue = createKeyedQueue();
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = queue.run("a", async () => {
    log.push("a1");
    await gate.promise;
    log.push("a1 ends");
  });
  const second = queue.run("a", async () => {
    log.push("a2");
    return 2;
  });
  const other = queue.run("b", async () => {
    log.push("b");
  });
  await other;
  expect(log).toEqual(["a1", "b"]);
  gate.resolve();
  await first;
  expect(await second).toBe(2);
  expect(log).toEqual(["a1", "b", "a1 ends", "a2"]);
});

test("a failed task rejects, and the next one still runs", async () => {
  const queue = createKeyedQueue();
  const failed = queue.run("a", async () => {
    throw new Error("failed");
  });
  const next = queue.run("a", async () => "next");
  await expect(failed).rejects.toThrow("failed");
  expect(await next).toBe("next");
});
