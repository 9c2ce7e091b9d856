import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { restError } from "#src/test-support/rest-error.ts";
import { LIMITS } from "../limits.ts";
import { buildWritePayload } from "./payload.ts";

const parseBody = (text: string) => ({ text, value: JSON.parse(text) });
const insert = (text: string, columns: string[] | null = null, missingAsDefault = false) =>
  buildWritePayload(parseBody(text), columns, missingAsDefault);

// See https://docs.postgrest.org/en/stable/references/api/tables_views.html#insert
describe("an insert", () => {
  test("uses the keys of a single object as columns and wraps its text in an array", () => {
    expect(insert('{"number": "A-1", "total": 1.10}')).toEqual({
      json: '[{"number": "A-1", "total": 1.10}]',
      columns: ["number", "total"],
      defaulted: [],
    });
  });

  test("sends the text of an array unchanged", () => {
    const text = '[{"number":"A-1"}, {"number":"A-2"}]';
    expect(insert(text)).toMatchObject({ json: text, columns: ["number"] });
  });

  test("accepts the same keys in a different order", () => {
    expect(insert('[{"a":1,"b":2},{"b":3,"a":4}]').columns).toEqual(["a", "b"]);
  });

  test.each([
    '[{"a":1},{"b":2}]',
    '[{"a":1},{"a":1,"b":2}]',
    '[{"a":1,"b":2},{"a":1}]',
    '[{"a":1},{}]',
  ])("rejects objects with different keys: %s", (text) => {
    expect(() => insert(text)).toThrow(restError(400, "PGRST102", { message: "All object keys must match" }));
  });

  test("accepts different keys with the columns parameter and ignores keys that it does not list", () => {
    expect(insert('[{"a":1},{"b":2,"c":3}]', ["a", "b"])).toMatchObject({
      columns: ["a", "b"],
      defaulted: [],
    });
  });

  test("applies defaults to the columns that any object omits, if requested", () => {
    expect(insert('[{"a":1,"b":null},{"b":2}]', ["a", "b", "c"], true).defaulted).toEqual(["a", "c"]);
    expect(insert('[{"a":1,"b":null},{"b":2}]', ["a", "b", "c"]).defaulted).toEqual([]);
  });

  test("has no columns for an empty array or object", () => {
    expect(insert("[]")).toMatchObject({ json: "[]", columns: [] });
    expect(insert("{}")).toMatchObject({ json: "[{}]", columns: [] });
  });

  test.each([
    "1",
    '"a"',
    "null",
    "true",
    "[1]",
    "[[]]",
    '[{"a":1},null]',
  ])("rejects %s, which is not a row", (text) => {
    expect(() => insert(text)).toThrow(restError(400, "PGRST102"));
  });

  test("limits an insert to 1,000 rows", () => {
    const rows = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({ a: 1 })));
    expect(() => insert(rows(LIMITS.rows))).not.toThrow();
    expect(() => insert(rows(LIMITS.rows + 1))).toThrow(restError(413, "PGRST102"));
  });

  // JSON.parse creates "__proto__" as an own property. Every row inherits the other properties of Object.prototype.
  test.each(["__proto__", "constructor", "toString"])("treats the key %s like any other", (key) => {
    expect(insert(`[{"${key}":1}]`).columns).toEqual([key]);
    expect(() => insert(`[{"${key}":1},{"a":1}]`)).toThrow(restError(400, "PGRST102"));
    expect(insert('[{"a":1}]', ["a", key], true).defaulted).toEqual([key]);
  });

  test("accepts any rows that have the same keys", () => {
    const keys = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 4 }), (columns, count) => {
        const row = Object.fromEntries(columns.map((column) => [column, 1]));
        const payload = insert(JSON.stringify(Array.from({ length: count }, () => row)));
        expect([...payload.columns].sort()).toEqual([...columns].sort());
      }),
    );
  });
});

// See PostgREST's UpdateSpec.hs: Patching with an empty body.
describe("an update", () => {
  test("uses the keys of the object, or those of the columns parameter", () => {
    expect(insert('{"a":1,"b":2}')).toEqual({ json: '[{"a":1,"b":2}]', columns: ["a", "b"], defaulted: [] });
    expect(insert('{"a":1,"b":2}', ["b"]).columns).toEqual(["b"]);
  });

  test("resets omitted columns to their default if requested", () => {
    expect(insert('{"a":1}', ["a", "b"], true).defaulted).toEqual(["b"]);
  });

  test("accepts a list with one object, and changes nothing for an empty list", () => {
    expect(insert('[{"a":1}]')).toEqual({ json: '[{"a":1}]', columns: ["a"], defaulted: [] });
    expect(insert("[]")).toEqual({ json: "[]", columns: [], defaulted: [] });
  });
});
