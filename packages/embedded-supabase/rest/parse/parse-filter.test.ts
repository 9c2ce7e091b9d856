import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "#src/test-support/any-character.ts";
import { restError } from "#src/test-support/rest-error.ts";
import { LIMITS } from "../limits.ts";
import { parseFilter, parseLogic } from "./parse-filter.ts";

const FIELD = { column: "status", path: [] };
const parse = (value: string) => parseFilter(FIELD, value);
const quote = (value: string) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`;

// See https://docs.postgrest.org/en/stable/references/api/tables_views.html#operators
describe("operators", () => {
  test.each([
    "eq",
    "neq",
    "gt",
    "gte",
    "lt",
    "lte",
    "like",
    "ilike",
    "cs",
    "cd",
    "ov",
  ])("parses the operator %s and its negation", (operator) => {
    expect(parse(`${operator}.a.b`)).toMatchObject({ operator, value: "a.b", negated: false });
    expect(parse(`not.${operator}.a.b`)).toMatchObject({ operator, value: "a.b", negated: true });
  });

  // docs/backend.md lists the operators that this backend rejects.
  test.each([
    "match",
    "imatch",
    "fts",
    "plfts",
    "phfts",
    "wfts",
    "isdistinct",
    "sl",
    "sr",
    "nxl",
    "nxr",
    "adj",
  ])("rejects the operator %s with an error that names it", (operator) => {
    expect(() => parse(`${operator}.x`)).toThrow(
      restError(400, "PGRST100", { details: `operator "${operator}" is not supported` }),
    );
  });

  test.each([
    "eq(any).{1,2}",
    "like(all).{a*,b*}",
    "fts(english).cat",
  ])("rejects %s with an error that names the operator and its modifier", (value) => {
    const [operator] = value.split(".");
    expect(() => parse(value)).toThrow(
      restError(400, "PGRST100", { details: `operator "${operator}" is not supported` }),
    );
  });

  test.each([
    "",
    ".",
    "5",
    "EQ.5",
    "eq",
    "not.",
    "not.not.eq.1",
    "=.5",
    " eq.5",
  ])("rejects the malformed filter %j", (value) => {
    expect(() => parse(value)).toThrow(restError(400, "PGRST100"));
  });

  test("names the filtered column in the error", () => {
    expect(() => parse("nope.1")).toThrow(/^failed to parse filter on "status" \(line 1, column \d+\)$/);
  });
});

describe("is", () => {
  test.each(["null", "not_null", "true", "false", "unknown"])("accepts %s in any case", (value) => {
    expect(parse(`is.${value}`)).toMatchObject({ operator: "is", value });
    expect(parse(`is.${value.toUpperCase()}`)).toMatchObject({ operator: "is", value });
  });

  test.each([
    "is.",
    "is.5",
    "is.nil",
    "is.null ",
    "is.nullx",
  ])("rejects %s and lists the supported keywords", (value) => {
    expect(() => parse(value)).toThrow(
      restError(400, "PGRST100", { details: "expecting null, not_null, true, false or unknown" }),
    );
  });
});

describe("in", () => {
  test("parses any list of quoted values", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyCharacter }), { minLength: 1, maxLength: 10 }), (values) => {
        expect(parse(`in.(${values.map(quote).join(",")})`)).toMatchObject({ operator: "in", values });
      }),
    );
  });

  // postgrest-js quotes only values that contain a reserved character.
  test("parses bare and quoted values in the same list", () => {
    expect(parse('in.(paid,"a,b","(c)",,d e)')).toMatchObject({ values: ["paid", "a,b", "(c)", "", "d e"] });
  });

  test.each([
    "in.",
    "in.1",
    "in.(1",
    "in.1)",
    "in.(1))",
    'in.("a",',
  ])("rejects the malformed list %s", (value) => {
    expect(() => parse(value)).toThrow(restError(400, "PGRST100"));
  });
});

describe("logic operators", () => {
  const filter = (column: string, value: string) => ({ field: { column }, operator: "eq", value });

  test("parses any quoted value", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (first, second) => {
        const tree = parseLogic("or", false, `(a.eq.${quote(first)},b.eq.${quote(second)})`);
        expect(tree).toMatchObject({ kind: "or", conditions: [filter("a", first), filter("b", second)] });
      }),
    );
  });

  test("reads a value that only starts with a quote up to the next comma", () => {
    expect(parseLogic("or", false, '(a.eq."x"y,b.eq.2)')).toMatchObject({
      conditions: [filter("a", '"x"y'), filter("b", "2")],
    });
  });

  test("ignores spaces around conditions and parentheses", () => {
    expect(parseLogic("and", true, "( a.eq.1 ,and( b.eq.2,c.eq.3 ) )")).toMatchObject({
      kind: "and",
      negated: true,
      conditions: [{ operator: "eq" }, { kind: "and", conditions: [{ operator: "eq" }, filter("c", "3 ")] }],
    });
  });

  test("filters by a JSON path", () => {
    expect(parseLogic("or", false, "(data->>kind.eq.a,data->0.is.null)")).toMatchObject({
      conditions: [
        { field: { column: "data", path: [{ asText: true, key: "kind" }] } },
        { field: { column: "data", path: [{ asText: false, key: 0 }] } },
      ],
    });
  });

  test("allows nesting up to the limit", () => {
    const nested = (depth: number) => `${"(and".repeat(depth - 1)}(a.eq.1)${")".repeat(depth - 1)}`;
    expect(() => parseLogic("and", false, nested(LIMITS.logicDepth))).not.toThrow();
    expect(() => parseLogic("and", false, nested(LIMITS.logicDepth + 1))).toThrow(
      restError(400, "PGRST100", { details: `deeper than ${LIMITS.logicDepth} levels` }),
    );
  });

  test.each([
    "",
    "()",
    "(a.eq.1",
    "a.eq.1)",
    "(a.eq.1))",
    "(a.eq.1,)",
    "(,a.eq.1)",
    "(a)",
    "(and)",
    "(not)",
  ])("rejects the malformed logic tree %j", (value) => {
    expect(() => parseLogic("or", false, value)).toThrow(restError(400, "PGRST100"));
  });
});
