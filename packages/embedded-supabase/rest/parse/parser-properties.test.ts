import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "#src/test-support/any-character.ts";
import { RestError } from "../errors.ts";
import { parseParameters, parseQuery, type Query } from "./parse-query.ts";
import type { QueryLevel } from "./syntax.ts";

/** Returns the parsed query or the `RestError`. Any other error fails the test. */
function parseOrReject(search: string): Query | RestError {
  try {
    return parseQuery(parseParameters(search));
  } catch (error) {
    if (error instanceof RestError) {
      return error;
    }
    throw error;
  }
}

const SYNTAX = [
  ..."()[]{}.,:!*=&?#%\"'\\-><$ ;",
  ...["->>", "::", "select=", "order=", "limit=", "offset=", "or=(", "and=(", "not.", "eq.", "in.(", "is."],
  ...["a", "b", "1", "-1", "null", "count", "!inner", ".desc", ".nullslast", "columns=", "on_conflict="],
];
const randomSyntax = fc.array(fc.constantFrom(...SYNTAX), { maxLength: 30 }).map((parts) => parts.join(""));

test("parses any text or rejects it with a client error", () => {
  fc.assert(
    fc.property(
      fc.oneof(randomSyntax, fc.string({ unit: anyCharacter }), fc.webQueryParameters()),
      (search) => {
        const result = parseOrReject(search);
        if (result instanceof RestError) {
          expect(result.status).toBeGreaterThanOrEqual(400);
          expect(result.status).toBeLessThan(500);
          expect(result.body.code).toMatch(/^PGRST\d{3}$/);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

test("returns the same result when the same text is parsed twice", () => {
  fc.assert(
    fc.property(randomSyntax, (search) => {
      expect(parseOrReject(search)).toEqual(parseOrReject(search));
    }),
    { numRuns: 300 },
  );
});

test("decodes percent-encoded names and values, and + as a space", () => {
  const text = fc
    .string({ unit: anyCharacter })
    .filter((value) => value.isWellFormed() && !value.includes("\0"));
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), (parameters) => {
      const encode = (value: string) => encodeURIComponent(value).replaceAll("%20", "+");
      const search = parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
      expect(parseParameters(search)).toEqual(parameters);
    }),
  );
});

test.each([
  ["a=%", "percent-encoding is not UTF-8"],
  ["a=%zz", "percent-encoding is not UTF-8"],
  ["a=%ff", "percent-encoding is not UTF-8"],
  ["a=%ED%A0%80", "percent-encoding is not UTF-8"],
  ["a=%C0%AF", "percent-encoding is not UTF-8"],
  ["a=x%00y", "unexpected NUL"],
  ["%00=x", "unexpected NUL"],
])("rejects %s: %s", (search, details) => {
  expect(parseOrReject(search)).toMatchObject({ status: 400, body: { code: "PGRST100", details } });
});

test("skips empty pairs and reads a parameter without = as an empty value", () => {
  expect(parseParameters("&a=1&&b&=c")).toEqual([
    ["a", "1"],
    ["b", ""],
    ["", "c"],
  ]);
});

test("rejects long and deeply nested text without overflowing the stack", () => {
  const depth = 4_000;
  for (const search of [
    `or=${"(or".repeat(depth)}`,
    `or=(${"and(".repeat(depth)}a.eq.1${")".repeat(depth)})`,
    `select=${"a(".repeat(depth)}`,
    `select=a${"->b".repeat(depth)}`,
    `${"a.".repeat(depth)}b=eq.1`,
    `order=${"a,".repeat(depth)}a`,
  ]) {
    expect(parseOrReject(search), search.slice(0, 20)).toBeInstanceOf(RestError);
  }
});

test("treats a parameter named like an Object property as a column", () => {
  for (const column of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
    const query = parseOrReject(`${column}=eq.1&select=${column}`);
    expect(query).toMatchObject({
      root: { conditions: [{ field: { column } }], columns: [{ field: { column } }] },
    });
  }
});

test("keeps the filters of one level in request order", () => {
  const { root } = parseQuery(parseParameters("b=eq.1&a=gt.2&b=lt.3&or=(c.is.null)"));
  const listConditions = (level: QueryLevel) =>
    level.conditions.map((condition) =>
      condition.kind === "filter" ? condition.field.column : condition.kind,
    );
  expect(listConditions(root)).toEqual(["b", "a", "b", "or"]);
});

// See https://docs.postgrest.org/en/stable/references/api/tables_views.html#ordering
test.each([
  ["a.desc", { descending: true, nulls: null }],
  ["a.asc", { descending: false, nulls: null }],
  ["a.nullsfirst", { descending: false, nulls: "first" }],
  ["a.desc.nullslast", { descending: true, nulls: "last" }],
  ["clients(company).desc", { relation: "clients", descending: true }],
  ["data->>name", { field: { column: "data", path: [{ asText: true, key: "name" }] } }],
])("parses order=%s", (order, term) => {
  expect(parseOrReject(`order=${order}`)).toMatchObject({ root: { order: [term] } });
});

test.each([
  "a.down",
  "a.desc.asc",
  "a.nullslast.desc",
  "a,",
  ",a",
  "a(b",
  "a(b)c",
  "",
  "a.DESC",
])("rejects order=%s", (order) => {
  expect(parseOrReject(`order=${order}`)).toMatchObject({ status: 400, body: { code: "PGRST100" } });
});
