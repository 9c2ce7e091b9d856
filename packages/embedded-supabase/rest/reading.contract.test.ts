import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractTargets } from "#tests/support/contract.ts";
import { aShopBackend, type ShopBackend } from "#tests/support/shop-backend.ts";

// "tables_views", "pagination_count" and the like are pages below https://docs.postgrest.org/en/v14/references/api/;
// names ending in Spec are files of PostgREST's test/spec/Feature/Query.
describe.each(contractTargets)("reading on $name", (target) => {
  let world: ShopBackend;
  beforeAll(async () => {
    world = await aShopBackend(target);
  });
  afterAll(() => world.backend.close());

  const numbers = (rows: { number: string }[] | null) => rows?.map((row) => row.number);

  test("rows come as JSON with PostgreSQL's own values", async () => {
    const answer = await world.asA("shops?select=*");
    // resource_representation: application/json by default, with its character set.
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await answer.json()).toEqual([
      {
        id: world.shops.shopA,
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

  test("numerics are JSON numbers to the last digit, timestamps ISO in UTC", async () => {
    // QuerySpec: json columns and numbers are what row_to_json makes of them.
    const answer = await world.asA("orders?select=total,placed_at&number=eq.A-2");
    expect(await answer.text()).toBe(
      '[{"total":12345678901234567.89,"placed_at":"2026-03-01T08:00:00+00:00"}]',
    );
  });

  test("columns are renamed and cast", async () => {
    // tables_views: Renaming Columns, Casting Columns.
    const { data } = await world.a
      .from("orders")
      .select("no:number,due:due_on,total::text")
      .eq("number", "A-1");
    expect(data).toEqual([{ no: "A-1", due: "2026-04-01", total: "1200.50" }]);
  });

  test("places inside JSON are selected, filtered and ordered by", async () => {
    // JsonOperatorSpec: the last key names the column, an index takes the key before it.
    const { data, error } = await world.a
      .from("shops")
      .select("settings->theme->>name,settings->limits->1,all:settings->theme")
      .eq("settings->theme->>dark", "true")
      .order("settings->>name");
    expect(error).toBeNull();
    expect(data).toEqual([{ name: "slate", limits: 20, all: { dark: true, name: "slate" } }]);
  });

  test.each<[string, string, string[]]>([
    // tables_views: Operators. Columns, values and casts of each kind.
    ["eq on text", "number=eq.A-1", ["A-1"]],
    ["neq", "number=neq.A-1", ["A-2"]],
    ["gt on a numeric beyond JavaScript's numbers", "total=gt.12345678901234567.88", ["A-2"]],
    ["gte on a date", "due_on=gte.2026-04-01", ["A-1"]],
    ["lt", "total=lt.1200.5", []],
    ["lte", "total=lte.1200.5", ["A-1"]],
    ["like with stars", "number=like.A*1", ["A-1"]],
    ["ilike with percent", "number=ilike.a-%25", ["A-1", "A-2"]],
    ["in", "number=in.(A-2,X,%22A-1%22)", ["A-1", "A-2"]],
    ["in of nothing", "number=in.()", []],
    ["is null", "due_on=is.null", ["A-2"]],
    ["not is null", "due_on=not.is.null", ["A-1"]],
    ["is not_null", "due_on=is.not_null", ["A-1"]],
    ["not in", "number=not.in.(A-2)", ["A-1"]],
    ["several filters, all of which hold", "total=gt.1&number=eq.A-1", ["A-1"]],
    // AndOrParamsSpec.
    ["or", "or=(number.eq.A-1,total.gt.5000)", ["A-1", "A-2"]],
    ["and within or", "or=(and(number.eq.A-1,total.lt.5),number.eq.A-2)", ["A-2"]],
    ["not or", "not.or=(number.eq.A-1,number.eq.X)", ["A-2"]],
    ["a quoted value within or", "or=(number.eq.%22A-1%22,number.in.(%22A,2%22,A-9))", ["A-1"]],
    ["a negated filter within and", "and=(number.not.eq.A-1,due_on.is.null)", ["A-2"]],
  ])("filters: %s", async (_name, filter, expected) => {
    const answer = await world.asA(`orders?select=number&order=number&${filter}`);
    expect(numbers((await answer.json()) as { number: string }[])).toEqual(expected);
  });

  test("arrays, enumerations and JSON are filtered by their own types", async () => {
    // tables_views: cs, cd, ov.
    expect((await world.a.from("shops").select("name").contains("tags", ["tea"])).data).toHaveLength(1);
    expect((await world.a.from("shops").select("name").overlaps("tags", ["coffee"])).data).toHaveLength(0);
    expect(
      (await world.a.from("shops").select("name").containedBy("tags", ["tea", '"a,b"', "x"])).data,
    ).toHaveLength(1);
    expect(
      (
        await world.a
          .from("shops")
          .select("name")
          .contains("settings", { limits: [10] })
      ).data,
    ).toHaveLength(1);
    expect((await world.a.from("parcels").select("code").eq("state", "sent")).data).toEqual([{ code: "p1" }]);
    expect((await world.a.from("shops").select("name").is("is_open", true)).data).toHaveLength(1);
  });

  test("rows are ordered by several columns, nulls first or last", async () => {
    // tables_views: Ordering. PostgreSQL puts nulls last when ascending, first when descending.
    const by = async (order: string) =>
      numbers(await (await world.asA(`orders?select=number&order=${order}`)).json());
    expect(await by("due_on.desc")).toEqual(["A-2", "A-1"]);
    expect(await by("due_on.desc.nullslast")).toEqual(["A-1", "A-2"]);
    expect(await by("due_on.asc.nullsfirst,number.desc")).toEqual(["A-2", "A-1"]);
    expect(await by("shop_id,number.desc")).toEqual(["A-2", "A-1"]);
  });

  test("a page of counted rows is a part with its range", async () => {
    // pagination_count, RangeSpec: 206 and `0-0/2`.
    const page = await world.a
      .from("orders")
      .select("number", { count: "exact" })
      .order("number")
      .range(0, 0);
    expect(page).toMatchObject({ status: 206, count: 2, data: [{ number: "A-1" }] });
    const all = await world.asA("orders?select=number", { headers: { Prefer: "count=exact" } });
    expect([all.status, all.headers.get("content-range")]).toEqual([200, "0-1/2"]);
    const uncounted = await world.asA("orders?select=number&limit=1&offset=1");
    expect([uncounted.status, uncounted.headers.get("content-range")]).toEqual([200, "1-1/*"]);
    const none = await world.asA("orders?number=eq.none", { headers: { Prefer: "count=exact" } });
    expect([none.status, none.headers.get("content-range")]).toEqual([200, "*/0"]);
  });

  test("the Range header pages like limit and offset", async () => {
    // RangeSpec: "returns whole range with status 200", "returns requested range".
    const answer = await world.asA("orders?select=number&order=number", { headers: { Range: "1-1" } });
    expect([answer.headers.get("content-range"), await answer.json()]).toEqual([
      "1-1/*",
      [{ number: "A-2" }],
    ]);
  });

  test("a page behind the end of what is counted is refused", async () => {
    // errors: PGRST103.
    const { error, status } = await world.a.from("orders").select("*", { count: "exact" }).range(5, 9);
    expect(status).toBe(416);
    expect(error).toMatchObject({
      code: "PGRST103",
      message: "Requested range not satisfiable",
      details: "An offset of 5 was requested, but there are only 2 rows.",
    });
  });

  // pagination_count: Exact Count, by HEAD.
  test("head counts without a body", async () => {
    const { count, data, error } = await world.a.from("orders").select("*", { count: "exact", head: true });
    expect({ count, data, error }).toEqual({ count: 2, data: null, error: null });
  });

  test("single gives the one row, and refuses none and several", async () => {
    // resource_representation: Singular or Plural; SingularSpec.
    expect((await world.a.from("orders").select("number").eq("number", "A-1").single()).data).toEqual({
      number: "A-1",
    });
    const several = await world.a.from("orders").select("number").single();
    expect(several.status).toBe(406);
    expect(several.error).toMatchObject({
      code: "PGRST116",
      message: "Cannot coerce the result to a single JSON object",
      details: "The result contains 2 rows",
      hint: null,
    });
    const none = await world.a.from("orders").select("number").eq("number", "none").single();
    expect(none.error?.details).toBe("The result contains 0 rows");
    const maybe = await world.a.from("orders").select("number").eq("number", "none").maybeSingle();
    expect(maybe).toMatchObject({ data: null, error: null });
  });

  test("CSV has a header and PostgreSQL's row text", async () => {
    // resource_representation; QuerySpec "csv".
    const { data } = await world.a.from("orders").select("number,total,due_on").order("number").csv();
    expect(data).toBe("number,total,due_on\nA-1,1200.50,2026-04-01\nA-2,12345678901234567.89,");
  });

  test("no more than 1000 rows come at once", async () => {
    // configuration: db-max-rows, 1000 on Supabase.
    const { pool } = world.backend.database;
    await pool.query("insert into public.labels select n, 'label ' || n from generate_series(100, 1200) n");
    const { data, count, status } = await world.a.from("labels").select("id", { count: "exact" }).limit(5000);
    expect([data?.length, count, status]).toEqual([1000, 1103, 206]);
  });

  // Ours: threat 2.
  test("each sees the own rows, the administrator and the service all, the visitor none", async () => {
    const names = async (client: typeof world.a) => {
      const { data, error } = await client.from("shops").select("name").order("name");
      return data?.map((shop) => shop.name) ?? error?.code;
    };
    expect(await names(world.a)).toEqual(["Alpha"]);
    expect(await names(world.b)).toEqual(["Beta"]);
    expect(await names(world.administrator)).toEqual(["Alpha", "Beta"]);
    expect(await names(world.service)).toEqual(["Alpha", "Beta"]);
    expect(await names(world.visitor)).toBe("42501");
    expect((await world.visitor.from("notices").select("text")).data).toHaveLength(2);
  });
});
