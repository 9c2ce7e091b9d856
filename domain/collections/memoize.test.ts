import { expect, test } from "vitest";
import { memoize } from "./memoize.ts";

function createCounter(maxResults: number) {
  const computed: string[] = [];
  const join = memoize((...parts: string[]) => {
    computed.push(parts.join("+"));
    return parts.length === 0 ? undefined : parts.join("+");
  }, maxResults);
  return { computed, join };
}

test("computes the result of the same parameters once", () => {
  const { computed, join } = createCounter(10);
  expect([join("a", "b"), join("a", "b"), join("a,b")]).toEqual(["a+b", "a+b", "a,b"]);
  expect(computed).toEqual(["a+b", "a,b"]);
});

test("stores a result that is undefined", () => {
  const { computed, join } = createCounter(10);
  expect([join(), join()]).toEqual([undefined, undefined]);
  expect(computed).toEqual([""]);
});

test("drops the results when there are too many", () => {
  const { computed, join } = createCounter(2);
  for (const name of ["a", "b", "c", "c", "a"]) {
    join(name);
  }
  expect(computed).toEqual(["a", "b", "c", "a"]);
});

test("stores nothing when the computation throws", () => {
  let isFailing = true;
  const read = memoize((name: string) => {
    if (isFailing) {
      throw new Error("not available");
    }
    return name;
  }, 10);
  expect(() => read("a")).toThrow("not available");
  isFailing = false;
  expect(read("a")).toBe("a");
});
