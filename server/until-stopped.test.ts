import { expect, test } from "vitest";
import { Stopped, untilStopped } from "./until-stopped.ts";

const never = new Promise<string>(() => {});

test("work is waited for until the product stops, and then for its grace alone", async () => {
  expect(await untilStopped(Promise.resolve("done"), undefined)).toBe("done");
  const stopping = new AbortController();
  expect(await untilStopped(Promise.resolve("done"), stopping.signal)).toBe("done");
  const waiting = expect(untilStopped(never, stopping.signal)).rejects.toThrow(Stopped);
  stopping.abort();
  await waiting;
  await expect(untilStopped(never, stopping.signal)).rejects.toThrow(Stopped);
  expect(await untilStopped(Promise.resolve("just in time"), stopping.signal, 1_000)).toBe("just in time");
});
