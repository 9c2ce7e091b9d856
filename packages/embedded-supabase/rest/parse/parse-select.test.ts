import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "#src/test-support/any-character.ts";
import { restError } from "#src/test-support/rest-error.ts";
import { LIMITS } from "../limits.ts";
import { parseSelect } from "./parse-select.ts";

const quote = (name: string) => `"${name.replaceAll(/["\\]/g, "\\$&")}"`;
const name = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 });

describe("columns", () => {
  test("parses any quoted columns and aliases in request order", () => {
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

  // Casts are written into the SQL, so only listed types are accepted.
  test.each([
    "regclass",
    "text[]",
    "numeric(1,2)",
    "text;drop",
    "constructor",
    "__proto__",
    "toString",
    "",
  ])("rejects the cast to %j", (cast) => {
    expect(() => parseSelect(`total::${cast}`)).toThrow(restError(400, "PGRST100"));
  });

  test("* selects all columns and can be combined with others", () => {
    expect(parseSelect("*,total:amount").columns).toMatchObject([{ kind: "all" }, { alias: "total" }]);
  });

  test("limits the number of arrows in a JSON path", () => {
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
  ])("parses the last step of %s as %j", (text, key) => {
    expect(parseSelect(text).columns).toMatchObject([{ field: { path: [{ key }] } }]);
  });
});

// See https://docs.postgrest.org/en/stable/references/api/resource_embedding.html
describe("embeds", () => {
  test("parses an embed without an alias or hint as an outer join", () => {
    expect(parseSelect("id,clients(company)").embeds).toMatchObject([
      { name: "clients", alias: null, hint: null, inner: false, level: { columns: [{}], embeds: [] } },
    ]);
  });

  test("accepts quoted embed names", () => {
    expect(parseSelect('"a b":"odd, table"!"f(k)"(x)').embeds).toMatchObject([
      { alias: "a b", name: "odd, table", hint: "f(k)" },
    ]);
  });

  test("parses an inner embed without columns", () => {
    expect(parseSelect("id,clients!inner()").embeds).toMatchObject([
      { inner: true, level: { columns: [], embeds: [] } },
    ]);
  });

  test("rejects spread embeds with an error that names the feature", () => {
    expect(() => parseSelect("id,...clients(company)")).toThrow(
      restError(400, "PGRST100", { details: "spread of an embedded resource is not supported" }),
    );
  });

  test("limits how deeply embeds are nested", () => {
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
])("rejects the aggregate %s with PGRST123", (select) => {
  expect(() => parseSelect(select)).toThrow(
    restError(400, "PGRST123", { message: "Use of aggregate functions is not allowed" }),
  );
});

test("limits the number of items across all levels", () => {
  const repeatColumn = (count: number) => Array.from({ length: count }, () => "a").join(",");
  const select = (inner: number) => `${repeatColumn(LIMITS.selectItems / 2)},b(${repeatColumn(inner)})`;
  expect(() => parseSelect(select(LIMITS.selectItems / 2 - 1))).not.toThrow();
  expect(() => parseSelect(select(LIMITS.selectItems / 2))).toThrow(restError(400, "PGRST100"));
});
