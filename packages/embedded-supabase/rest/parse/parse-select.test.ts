import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { restError } from "#src/test-support/rest-error.ts";
import { LIMITS } from "../limits.ts";
import { parseSelect } from "./parse-select.ts";

const quote = (name: string) => `"${name.replaceAll(/["\\]/g, "\\$&")}"`;
const name = fc.string({ unit: "binary", minLength: 1, maxLength: 8 });

describe("columns", () => {
  test("read back every quoted column and alias, in the order of the request", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, name), { minLength: 1, maxLength: 5 }), (columns) => {
        const text = columns.map(([alias, column]) => `${quote(alias)}:${quote(column)}`).join(",");
        expect(parseSelect(text).columns).toEqual(
          columns.map(([alias, column]) => ({
            kind: "column",
            alias,
            cast: null,
            field: { column, path: [] },
          })),
        );
      }),
    );
  });

  test.each([
    ["int", "integer"],
    ["int4", "integer"],
    ["integer", "integer"],
    ["int8", "bigint"],
    ["bigint", "bigint"],
    ["numeric", "numeric"],
    ["decimal", "numeric"],
    ["float8", "float8"],
    ["bool", "boolean"],
    ["text", "text"],
    ["date", "date"],
    ["timestamp", "timestamp"],
    ["timestamptz", "timestamptz"],
    ["uuid", "uuid"],
    ["json", "json"],
    ["jsonb", "jsonb"],
  ])("::%s casts to %s", (spelling, cast) => {
    expect(parseSelect(`total::${spelling}`).columns).toMatchObject([{ field: { column: "total" }, cast }]);
  });

  // A cast is written into the SQL, so only names from the list are accepted.
  test.each([
    "regclass",
    "text[]",
    "numeric(1,2)",
    "text;drop",
    "constructor",
    "__proto__",
    "toString",
    "",
  ])("the cast to %j is rejected", (cast) => {
    expect(() => parseSelect(`total::${cast}`)).toThrow(restError(400, "PGRST100"));
  });

  test("the star selects all columns, also next to others", () => {
    expect(parseSelect("*,total:amount").columns).toMatchObject([{ kind: "all" }, { alias: "total" }]);
  });

  test("a JSON path has at most the allowed number of arrows", () => {
    const path = (steps: number) => `data${"->a".repeat(steps)}`;
    expect(() => parseSelect(path(LIMITS.jsonPathSteps))).not.toThrow();
    expect(() => parseSelect(path(LIMITS.jsonPathSteps + 1))).toThrow(restError(400, "PGRST100"));
  });

  test.each([
    ["data->0", 0],
    ["data->-1", -1],
    ["data->10x", "10x"],
    ['data->"0"', "0"],
    ["data->1234567890", "1234567890"],
  ])("the last step of %s is %j", (text, key) => {
    expect(parseSelect(text).columns).toMatchObject([{ field: { path: [{ key }] } }]);
  });
});

// See https://docs.postgrest.org/en/stable/references/api/resource_embedding.html
describe("embeds", () => {
  test("without an alias or a hint are outer joins", () => {
    expect(parseSelect("id,clients(company)").embeds).toMatchObject([
      { name: "clients", alias: null, hint: null, inner: false, level: { columns: [{}], embeds: [] } },
    ]);
  });

  test("can be quoted, like columns", () => {
    expect(parseSelect('"a b":"odd, table"!"f(k)"(x)').embeds).toMatchObject([
      { alias: "a b", name: "odd, table", hint: "f(k)" },
    ]);
  });

  test("without columns only filter", () => {
    expect(parseSelect("id,clients!inner()").embeds).toMatchObject([
      { inner: true, level: { columns: [], embeds: [] } },
    ]);
  });

  test("that are spread are rejected by name", () => {
    expect(() => parseSelect("id,...clients(company)")).toThrow(
      restError(400, "PGRST100", { details: "spread of an embedded resource is not supported" }),
    );
  });

  test("cannot be nested without end", () => {
    const nested = (depth: number) => `${"a(".repeat(depth)}b${")".repeat(depth)}`;
    expect(() => parseSelect(nested(LIMITS.embedDepth))).not.toThrow();
    expect(() => parseSelect(nested(5_000))).toThrow(restError(400, "PGRST100"));
  });
});

// Supabase disables aggregate functions: https://docs.postgrest.org/en/stable/references/api/aggregate_functions.html
test.each([
  "amount.sum()",
  "amount::int.avg()",
  "total:amount.max()",
  "count()",
  "clients(amount.min())",
])("the aggregate %s is rejected with PGRST123", (select) => {
  expect(() => parseSelect(select)).toThrow(
    restError(400, "PGRST123", { message: "Use of aggregate functions is not allowed" }),
  );
});

test("the number of items is limited across all levels", () => {
  const half = (count: number) => Array.from({ length: count }, () => "a").join(",");
  const select = (inner: number) => `${half(LIMITS.selectItems / 2)},b(${half(inner)})`;
  expect(() => parseSelect(select(LIMITS.selectItems / 2 - 1))).not.toThrow();
  expect(() => parseSelect(select(LIMITS.selectItems / 2))).toThrow(restError(400, "PGRST100"));
});
