import { expect, test } from "vitest";
import { createConcurrencyLimit } from "./concurrency-limit.ts";

/** Creates a limit whose calls the test completes manually, in any order. */
function createTestLimit(options: Parameters<typeof createConcurrencyLimit>[0]) {
  const limit = createConcurrencyLimit(options);
  const calls: Array<{ succeed: () => void; fail: (error: Error) => void }> = [];
  const start = (key: string) =>
    limit(key, () => new Promise<void>((succeed, fail) => calls.push({ succeed, fail })));
  return { start, calls };
}

test("rejects calls over a key's limit with 429, and calls over the total limit with 503", async () => {
  const { start, calls } = createTestLimit({ max: 3, maxPerKey: 2 });
  const running = [start("ada"), start("ada")];
  await expect(start("ada")).rejects.toMatchObject({ status: 429, headers: { "Retry-After": "1" } });
  running.push(start("bob"));
  await expect(start("eve")).rejects.toMatchObject({ status: 503, headers: { "Retry-After": "3" } });
  expect(calls).toHaveLength(3);
  for (const { succeed } of calls) {
    succeed();
  }
  await Promise.all(running);
});

test("delays rejections by the given time on average", async () => {
  const { start, calls } = createTestLimit({ max: 1, maxPerKey: 1, rejectionDelayMs: 100 });
  const running = start("ada");
  const startedAt = performance.now();
  await expect(start("ada")).rejects.toMatchObject({ status: 429 });
  expect(performance.now() - startedAt).toBeGreaterThan(45);
  calls[0]?.succeed();
  await running;
});

test("frees capacity after success and failure", async () => {
  const { start, calls } = createTestLimit({ max: 2, maxPerKey: 1 });
  const [first, second] = [start("ada"), start("bob")];
  calls[0]?.succeed();
  await first;
  calls[1]?.fail(new Error("wrong password"));
  await expect(second).rejects.toThrow("wrong password");
  const running = [start("ada"), start("bob")];
  expect(calls).toHaveLength(4);
  calls[2]?.succeed();
  calls[3]?.succeed();
  await Promise.all(running);
});
