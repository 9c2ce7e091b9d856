import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProviderError } from "#server/payments/provider-error.ts";
import { createOutagePause, PAUSE_LIMITS } from "./outage-pause.ts";

const outage = new ProviderError("unreachable");

function createTestPause(limits = PAUSE_LIMITS) {
  const changes: (string | null)[] = [];
  const shutdown = new AbortController();
  const pause = createOutagePause({
    limits,
    now: () => new Date("2026-11-23T14:05:00Z"),
    stopSignal: shutdown.signal,
    onChange: (pausedUntil) => changes.push(pausedUntil?.toISOString() ?? null),
  });
  return { pause, shutdown, changes };
}

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(1);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("reports when the next request is sent and when the outage has ended", async () => {
  const { pause, changes } = createTestPause({ firstDelayMs: 10, maxDelayMs: 20, maxTotalMs: 1_000 });
  await Promise.all([pause.wait(outage), pause.wait(outage)]);
  await pause.wait(outage);
  await pause.wait(outage);
  pause.end();
  pause.end();
  expect(changes).toEqual([
    "2026-11-23T14:05:00.010Z",
    "2026-11-23T14:05:00.020Z",
    "2026-11-23T14:05:00.020Z",
    null,
  ]);
});

test("waits for the time in Retry-After if it is longer", async () => {
  const { pause } = createTestPause({ firstDelayMs: 1, maxDelayMs: 1, maxTotalMs: 1_000 });
  await pause.wait(new ProviderError("rate-limited", { retryAfterMs: 25 }));
  expect(pause.totalMs()).toBe(25);
});

test("gives up when the pauses would exceed the limit", async () => {
  const { pause } = createTestPause({ firstDelayMs: 1, maxDelayMs: 1, maxTotalMs: 2 });
  await pause.wait(outage);
  await pause.wait(outage);
  await expect(pause.wait(outage)).rejects.toBe(outage);
});

test("a shutdown ends a pause of 30 seconds immediately", async () => {
  const { pause, shutdown } = createTestPause({
    firstDelayMs: 30_000,
    maxDelayMs: 30_000,
    maxTotalMs: 60_000,
  });
  const waitPromise = pause.wait(outage);
  shutdown.abort();
  await expect(waitPromise).rejects.toMatchObject({ name: "StoppedError" });
});

test("by default, a sync survives an outage of ten minutes", () => {
  expect(PAUSE_LIMITS.maxTotalMs).toBeGreaterThan(10 * 60_000);
  expect(PAUSE_LIMITS.maxDelayMs).toBeLessThanOrEqual(30_000);
});
