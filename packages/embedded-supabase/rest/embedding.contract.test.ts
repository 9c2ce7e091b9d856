import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractTargets } from "#tests/support/contract.ts";
import { aShopBackend, type ShopBackend } from "#tests/support/shop-backend.ts";

// "resource_embedding" is https://docs.postgrest.org/en/v14/references/api/resource_embedding.html; names ending in Spec
// are files of PostgREST's test/spec/Feature/Query.
describe.each(contractTargets)("embedding on $name", (target) => {
  let world: ShopBackend;
  beforeAll(async () => {
    world = await aShopBackend(target);
  });
  afterAll(() => world.backend.close());

  const orders = (select: string) => world.a.from("orders").select(select).order("number");

  test("many-to-one is an object or null, one-to-many a list, also by a composite key", async () => {
    // resource_embedding: Many-to-one, One-to-many relationships.
    const { data } = await orders("number,courier:couriers!courier_id(name),parcels(code,state)");
    expect(data).toEqual([
      {
        number: "A-1",
        courier: { name: "Swift" },
        parcels: [
          { code: "p1", state: "sent" },
          { code: "p2", state: "packed" },
        ],
      },
      { number: "A-2", courier: null, parcels: [] },
    ]);
  });

  test("one-to-one is an object from both sides, many-to-many a list", async () => {
    // resource_embedding: One-to-one, Many-to-many relationships.
    const { data } = await orders("number,receipts(text),labels(name)");
    expect(data).toEqual([
      { number: "A-1", receipts: { text: "thanks" }, labels: [{ name: "fragile" }, { name: "gift" }] },
      { number: "A-2", receipts: null, labels: [] },
    ]);
    const { data: receipts } = await world.a.from("receipts").select("text,orders(number)");
    expect(receipts).toEqual([{ text: "thanks", orders: { number: "A-1" } }]);
  });

  // Ours: the bound of docs/backend.md, as each level multiplies the work.
  test("tables are embedded three deep, and no deeper", async () => {
    const { data } = await world.a.from("shops").select("name,orders(number,parcels(code,orders(number)))");
    expect(data?.[0]?.orders).toHaveLength(2);
    const deeper = await world.a.from("shops").select("orders(parcels(orders(parcels(code))))");
    expect(deeper.error?.code).toBe("PGRST100");
  });

  test("inner keeps only rows whose embedded row meets its filters", async () => {
    // resource_embedding: Embedded Filters, Top-level Filtering; EmbedInnerJoinSpec.
    const left = await orders("number,parcels(code)").eq("parcels.state", "sent");
    expect(left.data).toEqual([
      { number: "A-1", parcels: [{ code: "p1" }] },
      { number: "A-2", parcels: [] },
    ]);
    const inner = await world.a
      .from("orders")
      .select("number,parcels!inner(code)", { count: "exact" })
      .eq("parcels.state", "sent");
    expect([inner.data, inner.count]).toEqual([[{ number: "A-1", parcels: [{ code: "p1" }] }], 1]);
    const toOne = await orders("number,couriers!orders_courier_id_fkey!inner(name)").eq(
      "couriers.name",
      "Slow",
    );
    expect(toOne.data).toEqual([]);
  });

  test("an embedded table without columns filters without being shown", async () => {
    // resource_embedding: Empty Embed.
    const { data } = await orders("number,parcels!inner()").eq("parcels.state", "packed");
    expect(data).toEqual([{ number: "A-1" }]);
  });

  // Ours: a name of the caller must not meet one of our SQL.
  test("an alias may be any word, those of our own SQL included", async () => {
    const { data } = await orders("r:number,t0:due_on,w:couriers!courier_id(r:name,b:depot)").limit(1);
    expect(data).toEqual([{ r: "A-1", t0: "2026-04-01", w: { r: "Swift", b: "north" } }]);
    expect((await orders("r:number").limit(1).csv()).data).toBe("r\nA-1");
    expect((await orders("parcels!inner()")).data).toEqual([{}]);
  });

  test("rows are kept by whether an embedded one exists", async () => {
    // resource_embedding: Null filtering on Embedded Resources; RelatedQueriesSpec.
    expect((await orders("number,receipts()").is("receipts", null)).data).toEqual([{ number: "A-2" }]);
    expect((await orders("number,receipts()").not("receipts", "is", null)).data).toEqual([{ number: "A-1" }]);
    expect((await orders("number,receipts()").eq("receipts", "x")).error?.code).toBe("PGRST120");
  });

  test("embedded rows have filters, or, order, limit and alias of their own", async () => {
    // resource_embedding: Embedded Filters.
    const { data } = await orders("number,sendings:parcels(code)")
      .or("state.eq.sent,state.eq.packed", { referencedTable: "sendings" })
      .order("code", { referencedTable: "sendings", ascending: false })
      .limit(1, { referencedTable: "sendings" });
    expect(data).toEqual([
      { number: "A-1", sendings: [{ code: "p2" }] },
      { number: "A-2", sendings: [] },
    ]);
  });

  test("rows are ordered by a column of the one embedded row", async () => {
    // resource_embedding: Top-level Ordering; RelatedQueriesSpec.
    const by = (ascending: boolean) =>
      world.administrator
        .from("orders")
        .select("number,shops(name)")
        .order("shops(name)", { ascending })
        .order("number");
    expect((await by(false)).data?.map((order) => order.number)).toEqual(["B-1", "A-1", "A-2"]);
    expect((await by(true)).data?.map((order) => order.number)).toEqual(["A-1", "A-2", "B-1"]);
    const toMany = await world.a.from("orders").select("number,parcels(code)").order("parcels(code)");
    expect(toMany.error).toMatchObject({
      code: "PGRST118",
      message: "A related order on 'parcels' is not possible",
    });
  });

  test("count stands for the number of embedded rows", async () => {
    // AggregateFunctionsSpec: "performing a count by using it as a column (backwards compat)".
    const { data } = await world.a.from("shops").select("name,orders(count)");
    expect(data).toEqual([{ name: "Alpha", orders: [{ count: 2 }] }]);
    expect((await world.a.from("orders").select("n:count")).data).toEqual([{ n: 2 }]);
    // AggregateFunctionsSpec, disallowed: the default, and Supabase's.
    expect((await world.a.from("orders").select("total.sum()")).error?.code).toBe("PGRST123");
  });

  test("several relationships want a hint, which may be key or column", async () => {
    // resource_embedding: Foreign Key Joins on Multiple Foreign Key Relationships; EmbedDisambiguationSpec.
    const { error, status } = await orders("number,couriers(name)");
    expect(status).toBe(300);
    expect(error).toMatchObject({
      code: "PGRST201",
      message: "Could not embed because more than one relationship was found for 'orders' and 'couriers'",
      hint: expect.stringContaining("'couriers!orders_backup'"),
    });
    for (const embed of [
      "c:couriers!orders_backup(name)",
      "c:couriers!backup_courier_id(name)",
      "c:backup_courier_id(name)",
    ]) {
      expect((await orders(`number,${embed}`)).data?.[0]).toEqual({ number: "A-1", c: { name: "Slow" } });
    }
  });

  test("a table related to itself gives children by name, the parent by column", async () => {
    // resource_embedding: Recursive Relationships.
    const { data } = await world.a
      .from("notices")
      .select("text,parent_id(text),replies:notices(text)")
      .order("id");
    expect(data).toEqual([
      { text: "hello", parent_id: null, replies: [{ text: "reply" }] },
      { text: "reply", parent_id: { text: "hello" }, replies: [] },
    ]);
  });

  test("views embed by the keys of the tables whose columns they show", async () => {
    // resource_embedding: Foreign Key Joins on Views.
    const { data } = await world.a.from("shop_sums").select("name,orders(number)");
    expect(data).toEqual([{ name: "Alpha", orders: [{ number: "A-1" }, { number: "A-2" }] }]);
  });

  // Ours: threat 2; row policies hold in embeds as they do at the top.
  test("embedded rows are the caller's own", async () => {
    const { data } = await world.a.from("couriers").select("name,orders!courier_id(number)").order("name");
    expect(data).toEqual([
      { name: "Slow", orders: [] },
      { name: "Swift", orders: [{ number: "A-1" }] },
    ]);
    const { data: counts } = await world.a.from("labels").select("name,orders(count)").eq("id", 2);
    expect(counts).toEqual([{ name: "gift", orders: [{ count: 1 }] }]);
  });

  test("what is not related or not embedded is refused", async () => {
    // errors: PGRST200, PGRST108.
    expect((await orders("number,notices(text)")).error).toMatchObject({
      code: "PGRST200",
      message: "Could not find a relationship between 'orders' and 'notices' in the schema cache",
    });
    expect((await orders("number").eq("parcels.code", "p1")).error).toMatchObject({
      code: "PGRST108",
      message: "'parcels' is not an embedded resource in this request",
    });
  });
});
