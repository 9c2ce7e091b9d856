import { expect, test } from "vitest";
import { ProviderError } from "#server/payments/provider-error.ts";
import { createRateLimitGate } from "./rate-limit-gate.ts";

function createTestGate() {
  const clock = { now: 1_000 };
  return { clock, gate: createRateLimitGate({ firstMs: 100, maxMs: 1_000 }, () => clock.now) };
}

test("sends nothing until the time in Retry-After has passed", () => {
  const { clock, gate } = createTestGate();
  gate.assertOpen();
  expect(gate.close(new ProviderError("rate-limited", { retryAfterMs: 1_500 })).retryAfterMs).toBe(1_500);
  clock.now += 1_000;
  expect(() => gate.assertOpen()).toThrow(
    expect.objectContaining({ kind: "rate-limited", retryAfterMs: 500 }),
  );
  clock.now += 500;
  gate.assertOpen();
});

test("waits longer after each 429 without Retry-After, until a request succeeds", () => {
  const { clock, gate } = createTestGate();
  const closeAndWait = () => {
    const delay = gate.close(new ProviderError("rate-limited")).retryAfterMs ?? 0;
    clock.now += delay;
    return delay;
  };
  const delays = Array.from({ length: 20 }).map(closeAndWait);
  for (const [index, delay] of delays.entries()) {
    const expected = Math.min(100 * 1.15 ** index, 1_000);
    expect(delay).toBeGreaterThanOrEqual(expected);
    expect(delay).toBeLessThanOrEqual(expected * 1.1);
  }
  gate.reset();
  expect(closeAndWait()).toBeLessThanOrEqual(110);
});

test("opens at most 0.35 s after a limit of 1.5 s has ended", () => {
  const { clock, gate } = createTestGate();
  const startedAt = clock.now;
  while (clock.now < startedAt + 1_500) {
    clock.now += gate.close(new ProviderError("rate-limited")).retryAfterMs ?? 0;
  }
  expect(clock.now - startedAt).toBeLessThanOrEqual(1_850);
});

test("several requests that fail together count as one 429", () => {
  const { clock, gate } = createTestGate();
  for (let request = 0; request < 20; request += 1) {
    expect(gate.close(new ProviderError("rate-limited")).retryAfterMs).toBeLessThanOrEqual(110);
  }
  clock.now += 110;
  expect(gate.close(new ProviderError("rate-limited")).retryAfterMs).toBeLessThanOrEqual(127);
});
