import { expect, test } from "vitest";
import { StoppedError, untilAborted } from "./until-aborted.ts";

const never = new Promise<string>(() => {});

test("waits for work until the signal aborts, and then for the grace period only", async () => {
  expect(await untilAborted(Promise.resolve("done"), undefined)).toBe("done");
  const controller = new AbortController();
  expect(await untilAborted(Promise.resolve("done"), controller.signal)).toBe("done");
  const waiting = expect(untilAborted(never, controller.signal)).rejects.toThrow(StoppedError);
  controller.abort();
  await waiting;
  await expect(untilAborted(never, controller.signal)).rejects.toThrow(StoppedError);
  expect(await untilAborted(Promise.resolve("just in time"), controller.signal, 1_000)).toBe("just in time");
});
