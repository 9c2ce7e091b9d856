import fc from "fast-check";
import { expect, test } from "vitest";
import { toCanonicalJson } from "#domain/proposals/canonical-json.ts";

test("sorts keys at every level and keeps the order of lists", () => {
  expect(toCanonicalJson({ b: [{ d: 1, c: "x" }, 2], a: null })).toBe('{"a":null,"b":[{"c":"x","d":1},2]}');
});

test("does not depend on the order of keys, and keeps the value", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).toReversed());
      expect(toCanonicalJson(reversed)).toBe(toCanonicalJson(value));
      expect(JSON.parse(toCanonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
