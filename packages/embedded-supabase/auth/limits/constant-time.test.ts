import { expect, test } from "vitest";
import { runInConstantTime } from "./constant-time.ts";

const MIN_DURATION_MS = 195;

async function measure(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await runInConstantTime(work).catch(() => {});
  return performance.now() - startedAt;
}

// Simulate a known address, which causes work, and an unknown one, which causes none.
test("success and failure take at least 200 ms, however short the work is", async () => {
  const durations = await Promise.all([
    measure(async () => {}),
    measure(async () => {
      throw new Error("unknown address");
    }),
    measure(() => new Promise((resolve) => setTimeout(resolve, 50))),
  ]);
  for (const duration of durations) {
    expect(duration).toBeGreaterThan(MIN_DURATION_MS);
    expect(duration).toBeLessThan(2_000);
  }
});

test("returns the result of the work, and rethrows its error", async () => {
  const error = new Error("too many requests");
  const [result, failure] = await Promise.allSettled([
    runInConstantTime(async () => "sent"),
    runInConstantTime(() => Promise.reject(error)),
  ]);
  expect(result).toEqual({ status: "fulfilled", value: "sent" });
  expect(failure).toEqual({ status: "rejected", reason: error });
});
