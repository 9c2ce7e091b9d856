import fc from "fast-check";
import { expect, test } from "vitest";
import { LruCache } from "./lru-cache.ts";

test("returns stored values, and undefined for unknown keys", () => {
  const cache = new LruCache<number>(2);
  cache.set("a", 1);
  expect(cache.get("a")).toBe(1);
  expect(cache.get("b")).toBeUndefined();
  expect(cache.get("constructor")).toBeUndefined();
});

test("evicts the least recently used entry", () => {
  const cache = new LruCache<number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.get("a");
  cache.set("c", 3);
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual([1, undefined, 3]);
});

test("looking up an unknown key does not change the order", () => {
  const cache = new LruCache<number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.get("unknown");
  cache.set("c", 3);
  expect([cache.get("a"), cache.get("b")]).toEqual([undefined, 2]);
});

test("storing an existing key replaces its value without evicting another", () => {
  const cache = new LruCache<number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.set("b", 3);
  expect([cache.get("a"), cache.get("b")]).toEqual([1, 3]);
});

test("storing an existing key counts as a use", () => {
  const cache = new LruCache<number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.set("a", 3);
  cache.set("c", 4);
  expect([cache.get("a"), cache.get("b")]).toEqual([3, undefined]);
});

test("matches a list ordered by last use after any sequence of calls", () => {
  const call = fc.record({
    method: fc.constantFrom("get", "set"),
    key: fc.constantFrom("a", "b", "c", "d", "e"),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(call, { maxLength: 60 }), (maxEntries, calls) => {
      const cache = new LruCache<number>(maxEntries);
      let model: { key: string; value: number }[] = [];
      calls.forEach(({ method, key }, index) => {
        const existing = model.find((entry) => entry.key === key);
        const others = model.filter((entry) => entry.key !== key);
        if (method === "set") {
          cache.set(key, index);
          model = [...others, { key, value: index }].slice(-maxEntries);
        } else {
          expect(cache.get(key)).toBe(existing?.value);
          model = existing ? [...others, existing] : others;
        }
      });
      for (const { key, value } of model) {
        expect(cache.get(key)).toBe(value);
      }
    }),
  );
});
