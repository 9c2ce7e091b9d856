import { describe, expect, test } from "vitest";
import type { RestError } from "../errors.ts";
import { parseParameters, parseQuery } from "./parse-query.ts";

const parse = (search: string) => parseQuery(parseParameters(search));
const parseError = (search: string) => {
  try {
    parse(search);
  } catch (error) {
    const { status, body } = error as RestError;
    return { status, ...body };
  }
  return null;
};
const column = (name: string) => ({ column: name, path: [] });

describe("select", () => {
  test("selects all columns by default", () => {
    expect(parse("").root.columns).toEqual([{ kind: "all" }]);
  });

  test("parses column aliases, JSON paths and casts", () => {
    expect(parse("select=a:data->x->>0::int,%22odd, name%22").root.columns).toEqual([
      {
        kind: "column",
        alias: "a",
        cast: "integer",
        field: {
          column: "data",
          path: [
            { asText: false, key: "x" },
            { asText: true, key: 0 },
          ],
        },
      },
      { kind: "column", alias: null, cast: null, field: column("odd, name") },
    ]);
  });

  test("treats a dash as part of a name unless it starts an arrow", () => {
    expect(parse("select=a-b,c->d-e,f->-1").root.columns).toMatchObject([
      { field: column("a-b") },
      { field: { column: "c", path: [{ key: "d-e" }] } },
      { field: { column: "f", path: [{ key: -1 }] } },
    ]);
  });

  test("parses alias, hint and join type of embeds in any order", () => {
    const [first, second] = parse("select=x:a!hint!inner(b),c!left!inner!h(d(e))").root.embeds;
    expect(first).toMatchObject({ alias: "x", name: "a", hint: "hint", inner: true });
    expect(second).toMatchObject({ alias: null, name: "c", hint: "h", inner: true });
    expect(second?.level.embeds[0]).toMatchObject({
      name: "d",
      level: { columns: [{ field: column("e") }] },
    });
  });

  test.each([
    "a,",
    ",a",
    "a(b",
    "a)b",
    "a:",
    "a::nope",
    "...a(b)",
    '"a',
    "a b(c))",
    "a->",
    "a!(b)",
    "a.b",
  ])("rejects %s", (select) => {
    expect(parseError(`select=${encodeURIComponent(select)}`)).toMatchObject({ status: 400 });
  });

  test("limits nesting to 3 levels and select to 200 items", () => {
    expect(parseError("select=a(b(c(d)))")).toBeNull();
    expect(parseError("select=a(b(c(d(e))))")).toMatchObject({ code: "PGRST100" });
    expect(parseError(`select=${Array.from({ length: 200 }, () => "a").join(",")}`)).toBeNull();
    expect(parseError(`select=${Array.from({ length: 201 }, () => "a").join(",")}`)).toMatchObject({
      code: "PGRST100",
    });
  });
});

describe("filters", () => {
  const filter = (search: string) => parse(search).root.conditions[0];

  test("reads a value to the end of the parameter, including reserved characters", () => {
    expect(filter("a=eq.x.y,(z)%26%3D")).toMatchObject({ operator: "eq", value: "x.y,(z)&=" });
    expect(filter("a=eq.")).toMatchObject({ value: "" });
    expect(filter("a=eq.1+2")).toMatchObject({ value: "1 2" });
  });

  test("parses quoted and bare values in a list", () => {
    expect(filter('a=in.(x,"y,z",,"q\\"r\\\\",b"c)')).toMatchObject({
      values: ["x", "y,z", "", 'q"r\\', 'b"c'],
    });
    expect(filter("a=not.in.()")).toMatchObject({ negated: true, values: [] });
  });

  test("parses nested logic operators with negation at every level", () => {
    expect(filter("not.or=(a.eq.1,not.and(b.is.null,c.not.in.(1,2)))")).toEqual({
      kind: "or",
      negated: true,
      conditions: [
        { kind: "filter", field: column("a"), negated: false, operator: "eq", value: "1" },
        {
          kind: "and",
          negated: true,
          conditions: [
            { kind: "filter", field: column("b"), negated: false, operator: "is", value: "null" },
            { kind: "filter", field: column("c"), negated: true, operator: "in", values: ["1", "2"] },
          ],
        },
      ],
    });
  });

  test("accepts keywords as column names", () => {
    expect(filter("or=(order.eq.1,not.eq.2,and_more.eq.3)")).toMatchObject({
      conditions: [{ field: column("order") }, { field: column("not") }, { field: column("and_more") }],
    });
  });

  test("keeps the commas of array literals inside logic operators", () => {
    expect(filter("or=(a.cs.{1,2},b.eq.3)")).toMatchObject({
      conditions: [{ value: "{1,2}" }, { value: "3" }],
    });
  });

  test("applies parameters to the embedded table named by their prefix, or by its alias if it has one", () => {
    const [embed] = parse("select=x:a(b(c))&x.d=eq.1&x.b.or=(e.eq.1)&x.order=d.desc&x.limit=2&x.offset=1")
      .root.embeds;
    expect(embed?.level).toMatchObject({ limit: 2, offset: 1, order: [{ descending: true }] });
    expect(embed?.level.conditions).toHaveLength(1);
    expect(embed?.level.embeds[0]?.level.conditions).toHaveLength(1);
    expect(parseError("select=x:a(b)&a.d=eq.1")).toMatchObject({ code: "PGRST108" });
  });

  test.each([
    "a=1",
    "a=eq",
    "a=xx.1",
    "a=in.1",
    "a=in.(1",
    "a=is.5",
    "or=a.eq.1",
    "or=(a.eq.1",
    "or=()",
    "a..b=eq.1",
    "=eq.1",
  ])("rejects %s", (search) => {
    expect(parseError(search)).toMatchObject({ status: 400 });
  });

  test("allows at most 100 filters, including those inside logic operators", () => {
    const filters = (count: number) =>
      `or=(${Array.from({ length: count }, () => "a.eq.1").join(",")})&b=eq.1`;
    expect(parseError(filters(99))).toBeNull();
    expect(parseError(filters(100))).toMatchObject({ code: "PGRST100", message: "too many filters" });
  });
});

describe("order, limits and column lists", () => {
  test("parses the direction and nulls position of order terms", () => {
    expect(parse("order=a,b.desc.nullslast,c(d).asc,e->>f.nullsfirst").root.order).toEqual([
      { field: column("a"), relation: null, descending: false, nulls: null },
      { field: column("b"), relation: null, descending: true, nulls: "last" },
      { field: column("d"), relation: "c", descending: false, nulls: null },
      {
        field: { column: "e", path: [{ asText: true, key: "f" }] },
        relation: null,
        descending: false,
        nulls: "first",
      },
    ]);
  });

  test("accepts whole numbers as limit and offset, and caps limit at 1,000", () => {
    expect(parse("limit=5&offset=7").root).toMatchObject({ limit: 5, offset: 7 });
    expect(parse("limit=99999").root.limit).toBe(1000);
    expect(parseError("limit=-1")).toMatchObject({ status: 416, code: "PGRST103" });
    for (const text of ["", "x", "1.5", "1e3", "0x1", "9".repeat(20)]) {
      expect(parseError(`limit=${text}`)).toMatchObject({ code: "PGRST100" });
      expect(parseError(`offset=${text}`)).toMatchObject({ code: "PGRST100" });
    }
  });

  test("parses bare and quoted column names without duplicates", () => {
    expect(parse('columns="a","b c",a&on_conflict=a,b')).toMatchObject({
      columns: ["a", "b c"],
      onConflict: ["a", "b"],
    });
  });
});
