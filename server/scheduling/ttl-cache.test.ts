import { beforeEach, expect, test } from "vitest";
import { createTtlCache, type TtlCache } from "./ttl-cache.ts";

const MAX_AGE_MS = 5000;

let now: Date;
let loads: { resolve: (value: string) => void; reject: (error: Error) => void }[];
let cache: TtlCache<string>;

beforeEach(() => {
  now = new Date("2026-11-24T12:00:00Z");
  loads = [];
  cache = createTtlCache(
    () =>
      new Promise<string>((resolve, reject) => {
        loads.push({ resolve, reject });
      }),
    { maxAgeMs: MAX_AGE_MS, now: () => now },
  );
});

const advance = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

test("loads a value once for concurrent requests, however long it takes", async () => {
  const first = cache.read();
  advance(MAX_AGE_MS * 2);
  const second = cache.read();
  loads[0]?.resolve("one");
  expect(await Promise.all([first, second])).toEqual(["one", "one"]);
  expect(loads.length).toBe(1);
});

test("returns a value until it has the maximum age", async () => {
  const first = cache.read();
  loads[0]?.resolve("one");
  await first;
  advance(MAX_AGE_MS - 1);
  expect(await cache.read()).toBe("one");
  advance(1);
  const later = cache.read();
  loads[1]?.resolve("two");
  expect(await later).toBe("two");
});

test("does not cache a failure", async () => {
  const failed = cache.read();
  loads[0]?.reject(new Error("connection lost"));
  await expect(failed).rejects.toThrow("connection lost");
  const next = cache.read();
  loads[1]?.resolve("two");
  expect(await next).toBe("two");
});

test("after a change, does not return a value whose load started before it", async () => {
  const before = cache.read();
  cache.clear();
  const after = cache.read();
  loads[1]?.resolve("new");
  loads[0]?.resolve("old");
  expect(await Promise.all([before, after])).toEqual(["old", "new"]);
  expect(await cache.read()).toBe("new");
});
