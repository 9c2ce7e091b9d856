import { expect, test } from "vitest";
import { StoppedError, untilAborted } from "./until-aborted.ts";

const never = new Promise<string>(() => {});

test("waits for work until the signal aborts", async () => {
  const controller = new AbortController();
  expect(await untilAborted(Promise.resolve("done"), undefined)).toBe("done");
  expect(await untilAborted(Promise.resolve("done"), controller.signal)).toBe("done");
  const waiting = expect(untilAborted(never, controller.signal)).rejects.toThrow(StoppedError);
  controller.abort();
  await waiting;
});

test("does not wait if the signal is already aborted", async () => {
  await expect(untilAborted(never, AbortSignal.abort())).rejects.toThrow(StoppedError);
});

test("accepts work that finishes within the grace period", async () => {
  const controller = new AbortController();
  const work = Promise.withResolvers<string>();
  const waiting = untilAborted(work.promise, controller.signal, 10_000);
  controller.abort();
  work.resolve("just in time");
  expect(await waiting).toBe("just in time");
});

test("rethrows an error from the work, before and after the signal aborts", async () => {
  const failure = new Error("failed");
  const controller = new AbortController();
  await expect(untilAborted(Promise.reject(failure), controller.signal)).rejects.toBe(failure);
  controller.abort();
  await expect(untilAborted(Promise.reject(failure), controller.signal, 10_000)).rejects.toBe(failure);
});

test("ignores an error from abandoned work", async () => {
  const work = Promise.withResolvers<string>();
  await expect(untilAborted(work.promise, AbortSignal.abort())).rejects.toThrow(StoppedError);
  work.reject(new Error("too late"));
  // An unhandled rejection would fail this test.
  await new Promise((resolve) => setImmediate(resolve));
});

test("leaves no listener on a signal that many jobs share", async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners += 1;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners -= 1;
    remove(...args);
  };
  for (let job = 0; job < 20; job += 1) {
    await untilAborted(Promise.resolve(job), signal);
  }
  expect(listeners).toBe(0);
});
