import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ShopBackend, startShopBackend } from "#src/test-support/shop-backend.ts";
import { CONTRACT_TARGETS } from "#src/test-support/test-backend.ts";

// In the comments below, names such as "tables_views" are pages under
// https://docs.postgrest.org/en/v14/references/api/, and names that end in Spec are files in PostgREST's
// test/spec/Feature/Query.
describe.each(CONTRACT_TARGETS)("reading on $name", (target) => {
  let fixture: ShopBackend;
  beforeAll(async () => {
    fixture = await startShopBackend(target);
  });
  afterAll(() => fixture.backend.close());

  const toNumbers = (rows: { number: string }[] | null) => rows?.map((row) => row.number);

  test("returns rows as JSON with PostgreSQL's values", async () => {
    const response = await fixture.requestAsOwnerA("shops?select=*");
    // See PostgREST docs, resource_representation. The default is application/json with a charset.
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).toEqual([
      {
        id: fixture.shops.shopA,
        owner: expect.any(String),
        name: "Alpha",
        opened_on: "2020-02-29",
        rating: 4.5,
        settings: { theme: { dark: true, name: "slate" }, limits: [10, 20] },
        tags: ["tea", "a,b"],
        is_open: true,
      },
    ]);
  });

  test("returns numbers with full precision and timestamps in UTC as ISO 8601", async () => {
    // See PostgREST tests, QuerySpec: row_to_json formats JSON columns and numbers.
    const response = await fixture.requestAsOwnerA("orders?select=total,placed_at&number=eq.A-2");
    expect(await response.text()).toBe(
      '[{"total":12345678901234567.89,"placed_at":"2026-03-01T08:00:00+00:00"}]',
    );
  });

  test("renames and casts columns", async () => {
    // See PostgREST docs, tables_views: Renaming Columns, Casting Columns.
    const { data } = await fixture.ownerA
      .from("orders")
      .select("no:number,due:due_on,total::text")
      .eq("number", "A-1");
    expect(data).toEqual([{ no: "A-1", due: "2026-04-01", total: "1200.50" }]);
  });

  test("selects, filters and orders by JSON paths", async () => {
    // See PostgREST tests, JsonOperatorSpec: the result column is named after the last key in the path, ignoring array
    // indexes.
    const { data, error } = await fixture.ownerA
      .from("shops")
      .select("settings->theme->>name,settings->limits->1,all:settings->theme")
      .eq("settings->theme->>dark", "true")
      .order("settings->>name");
    expect(error).toBeNull();
    expect(data).toEqual([{ name: "slate", limits: 20, all: { dark: true, name: "slate" } }]);
  });

  test.each<[string, string, string[]]>([
    // See PostgREST docs, tables_views: Operators.
    ["eq on text", "number=eq.A-1", ["A-1"]],
    ["neq", "number=neq.A-1", ["A-2"]],
    ["gt on a number beyond JavaScript's precision", "total=gt.12345678901234567.88", ["A-2"]],
    ["gte on a date", "due_on=gte.2026-04-01", ["A-1"]],
    ["lt", "total=lt.1200.5", []],
    ["lte", "total=lte.1200.5", ["A-1"]],
    ["like with an asterisk", "number=like.A*1", ["A-1"]],
    ["ilike with a percent sign", "number=ilike.a-%25", ["A-1", "A-2"]],
    ["in", "number=in.(A-2,X,%22A-1%22)", ["A-1", "A-2"]],
    ["in with an empty list", "number=in.()", []],
    ["is null", "due_on=is.null", ["A-2"]],
    ["not is null", "due_on=not.is.null", ["A-1"]],
    ["is not_null", "due_on=is.not_null", ["A-1"]],
    ["not in", "number=not.in.(A-2)", ["A-1"]],
    ["several filters, combined with and", "total=gt.1&number=eq.A-1", ["A-1"]],
    // See PostgREST tests, AndOrParamsSpec.
    ["or", "or=(number.eq.A-1,total.gt.5000)", ["A-1", "A-2"]],
    ["and within or", "or=(and(number.eq.A-1,total.lt.5),number.eq.A-2)", ["A-2"]],
    ["not or", "not.or=(number.eq.A-1,number.eq.X)", ["A-2"]],
    ["a quoted value within or", "or=(number.eq.%22A-1%22,number.in.(%22A,2%22,A-9))", ["A-1"]],
    ["a negated filter within and", "and=(number.not.eq.A-1,due_on.is.null)", ["A-2"]],
  ])("filters: %s", async (_name, filter, expected) => {
    const response = await fixture.requestAsOwnerA(`orders?select=number&order=number&${filter}`);
    expect(toNumbers((await response.json()) as { number: string }[])).toEqual(expected);
  });

  test("filters array, enum, JSON and boolean columns", async () => {
    // See PostgREST docs, tables_views: cs, cd, ov.
    expect((await fixture.ownerA.from("shops").select("name").contains("tags", ["tea"])).data).toHaveLength(
      1,
    );
    expect(
      (await fixture.ownerA.from("shops").select("name").overlaps("tags", ["coffee"])).data,
    ).toHaveLength(0);
    expect(
      (await fixture.ownerA.from("shops").select("name").containedBy("tags", ["tea", '"a,b"', "x"])).data,
    ).toHaveLength(1);
    expect(
      (
        await fixture.ownerA
          .from("shops")
          .select("name")
          .contains("settings", { limits: [10] })
      ).data,
    ).toHaveLength(1);
    expect((await fixture.ownerA.from("parcels").select("code").eq("state", "sent")).data).toEqual([
      { code: "p1" },
    ]);
    expect((await fixture.ownerA.from("shops").select("name").is("is_open", true)).data).toHaveLength(1);
  });

  test("orders rows by several columns, with nulls first or last", async () => {
    // See PostgREST docs, tables_views: Ordering. PostgreSQL puts nulls last when ascending, first when descending.
    const readOrdered = async (order: string) =>
      toNumbers(await (await fixture.requestAsOwnerA(`orders?select=number&order=${order}`)).json());
    expect(await readOrdered("due_on.desc")).toEqual(["A-2", "A-1"]);
    expect(await readOrdered("due_on.desc.nullslast")).toEqual(["A-1", "A-2"]);
    expect(await readOrdered("due_on.asc.nullsfirst,number.desc")).toEqual(["A-2", "A-1"]);
    expect(await readOrdered("shop_id,number.desc")).toEqual(["A-2", "A-1"]);
  });

  test("returns 206 and the range for a page of counted rows", async () => {
    // See PostgREST docs, pagination_count; RangeSpec.
    const page = await fixture.ownerA
      .from("orders")
      .select("number", { count: "exact" })
      .order("number")
      .range(0, 0);
    expect(page).toMatchObject({ status: 206, count: 2, data: [{ number: "A-1" }] });
    const all = await fixture.requestAsOwnerA("orders?select=number", { headers: { Prefer: "count=exact" } });
    expect([all.status, all.headers.get("content-range")]).toEqual([200, "0-1/2"]);
    const withoutCount = await fixture.requestAsOwnerA("orders?select=number&limit=1&offset=1");
    expect([withoutCount.status, withoutCount.headers.get("content-range")]).toEqual([200, "1-1/*"]);
    const none = await fixture.requestAsOwnerA("orders?number=eq.none", {
      headers: { Prefer: "count=exact" },
    });
    expect([none.status, none.headers.get("content-range")]).toEqual([200, "*/0"]);
  });

  test("the Range header works like limit and offset", async () => {
    // See PostgREST tests, RangeSpec: "returns whole range with status 200", "returns requested range".
    const response = await fixture.requestAsOwnerA("orders?select=number&order=number", {
      headers: { Range: "1-1" },
    });
    expect([response.headers.get("content-range"), await response.json()]).toEqual([
      "1-1/*",
      [{ number: "A-2" }],
    ]);
  });

  test("rejects a page beyond the last counted row", async () => {
    // See PostgREST docs, errors: PGRST103.
    const { error, status } = await fixture.ownerA.from("orders").select("*", { count: "exact" }).range(5, 9);
    expect(status).toBe(416);
    expect(error).toMatchObject({
      code: "PGRST103",
      message: "Requested range not satisfiable",
      details: "An offset of 5 was requested, but there are only 2 rows.",
    });
  });

  // See PostgREST docs, pagination_count: Exact Count.
  test("HEAD returns the count without a body", async () => {
    const { count, data, error } = await fixture.ownerA
      .from("orders")
      .select("*", { count: "exact", head: true });
    expect({ count, data, error }).toEqual({ count: 2, data: null, error: null });
  });

  test("single returns exactly one row and rejects zero or several rows", async () => {
    // See PostgREST docs, resource_representation: Singular or Plural; SingularSpec.
    expect((await fixture.ownerA.from("orders").select("number").eq("number", "A-1").single()).data).toEqual({
      number: "A-1",
    });
    const several = await fixture.ownerA.from("orders").select("number").single();
    expect(several.status).toBe(406);
    expect(several.error).toMatchObject({
      code: "PGRST116",
      message: "Cannot coerce the result to a single JSON object",
      details: "The result contains 2 rows",
      hint: null,
    });
    const none = await fixture.ownerA.from("orders").select("number").eq("number", "none").single();
    expect(none.error?.details).toBe("The result contains 0 rows");
    const maybe = await fixture.ownerA.from("orders").select("number").eq("number", "none").maybeSingle();
    expect(maybe).toMatchObject({ data: null, error: null });
  });

  test("returns CSV with a header and PostgreSQL's row text", async () => {
    // See PostgREST docs, resource_representation; QuerySpec "csv".
    const { data } = await fixture.ownerA.from("orders").select("number,total,due_on").order("number").csv();
    expect(data).toBe("number,total,due_on\nA-1,1200.50,2026-04-01\nA-2,12345678901234567.89,");
  });

  test("returns at most 1,000 rows", async () => {
    // See PostgREST docs, configuration: db-max-rows, which is 1,000 on Supabase.
    const { pool } = fixture.backend.database;
    await pool.query("insert into public.labels select n, 'label ' || n from generate_series(100, 1200) n");
    const { data, count, status } = await fixture.ownerA
      .from("labels")
      .select("id", { count: "exact" })
      .limit(5000);
    expect([data?.length, count, status]).toEqual([1000, 1103, 206]);
  });

  // Beyond PostgREST's specification: see threat 2 in docs/threats.md.
  test("users see their own rows, administrators and the secret key see all rows, anonymous callers see none", async () => {
    const names = async (client: typeof fixture.ownerA) => {
      const { data, error } = await client.from("shops").select("name").order("name");
      return data?.map((shop) => shop.name) ?? error?.code;
    };
    expect(await names(fixture.ownerA)).toEqual(["Alpha"]);
    expect(await names(fixture.ownerB)).toEqual(["Beta"]);
    expect(await names(fixture.administrator)).toEqual(["Alpha", "Beta"]);
    expect(await names(fixture.service)).toEqual(["Alpha", "Beta"]);
    expect(await names(fixture.visitor)).toBe("42501");
    expect((await fixture.visitor.from("notices").select("text")).data).toHaveLength(2);
  });
});
