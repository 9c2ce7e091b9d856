import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ShopBackend, startShopBackend } from "#src/test-support/shop-backend.ts";
import { CONTRACT_TARGETS } from "#src/test-support/test-backend.ts";

// "resource_embedding" is https://docs.postgrest.org/en/v14/references/api/resource_embedding.html; names ending in Spec
// are files in PostgREST's test/spec/Feature/Query.
describe.each(CONTRACT_TARGETS)("embedding on $name", (target) => {
  let fixture: ShopBackend;
  beforeAll(async () => {
    fixture = await startShopBackend(target);
  });
  afterAll(() => fixture.backend.close());

  const orders = (select: string) => fixture.a.from("orders").select(select).order("number");

  test("many-to-one returns an object or null, one-to-many an array, also with a composite key", async () => {
    // See PostgREST docs, resource_embedding: Many-to-one, One-to-many relationships.
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

  test("one-to-one returns an object from both sides, many-to-many an array", async () => {
    // See PostgREST docs, resource_embedding: One-to-one, Many-to-many relationships.
    const { data } = await orders("number,receipts(text),labels(name)");
    expect(data).toEqual([
      { number: "A-1", receipts: { text: "thanks" }, labels: [{ name: "fragile" }, { name: "gift" }] },
      { number: "A-2", receipts: null, labels: [] },
    ]);
    const { data: receipts } = await fixture.a.from("receipts").select("text,orders(number)");
    expect(receipts).toEqual([{ text: "thanks", orders: { number: "A-1" } }]);
  });

  // Not from PostgREST: the limit in docs/backend.md, because each level multiplies the rows.
  test("limits embedding to 3 levels", async () => {
    const { data } = await fixture.a.from("shops").select("name,orders(number,parcels(code,orders(number)))");
    expect(data?.[0]?.orders).toHaveLength(2);
    const tooDeep = await fixture.a.from("shops").select("orders(parcels(orders(parcels(code))))");
    expect(tooDeep.error?.code).toBe("PGRST100");
  });

  test("an inner embed returns only rows whose embedded rows match its filters", async () => {
    // See PostgREST docs, resource_embedding: Embedded Filters, Top-level Filtering; EmbedInnerJoinSpec.
    const outer = await orders("number,parcels(code)").eq("parcels.state", "sent");
    expect(outer.data).toEqual([
      { number: "A-1", parcels: [{ code: "p1" }] },
      { number: "A-2", parcels: [] },
    ]);
    const inner = await fixture.a
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

  test("an empty embed filters without being returned", async () => {
    // See PostgREST docs, resource_embedding: Empty Embed.
    const { data } = await orders("number,parcels!inner()").eq("parcels.state", "packed");
    expect(data).toEqual([{ number: "A-1" }]);
  });

  // Not from PostgREST: names from a request must not collide with aliases in generated SQL.
  test("an alias can be any word, including those used in generated SQL", async () => {
    const { data } = await orders("r:number,t0:due_on,w:couriers!courier_id(r:name,b:depot)").limit(1);
    expect(data).toEqual([{ r: "A-1", t0: "2026-04-01", w: { r: "Swift", b: "north" } }]);
    expect((await orders("r:number").limit(1).csv()).data).toBe("r\nA-1");
    expect((await orders("parcels!inner()")).data).toEqual([{}]);
  });

  test("filters rows by whether embedded rows exist", async () => {
    // See PostgREST docs, resource_embedding: Null filtering on Embedded Resources; RelatedQueriesSpec.
    expect((await orders("number,receipts()").is("receipts", null)).data).toEqual([{ number: "A-2" }]);
    expect((await orders("number,receipts()").not("receipts", "is", null)).data).toEqual([{ number: "A-1" }]);
    expect((await orders("number,receipts()").eq("receipts", "x")).error?.code).toBe("PGRST120");
  });

  test("embeds support their own filters, or, order, limit and alias", async () => {
    // See PostgREST docs, resource_embedding: Embedded Filters.
    const { data } = await orders("number,sendings:parcels(code)")
      .or("state.eq.sent,state.eq.packed", { referencedTable: "sendings" })
      .order("code", { referencedTable: "sendings", ascending: false })
      .limit(1, { referencedTable: "sendings" });
    expect(data).toEqual([
      { number: "A-1", sendings: [{ code: "p2" }] },
      { number: "A-2", sendings: [] },
    ]);
  });

  test("orders rows by a column of a to-one embed", async () => {
    // See PostgREST docs, resource_embedding: Top-level Ordering; RelatedQueriesSpec.
    const readOrdered = (ascending: boolean) =>
      fixture.administrator
        .from("orders")
        .select("number,shops(name)")
        .order("shops(name)", { ascending })
        .order("number");
    expect((await readOrdered(false)).data?.map((order) => order.number)).toEqual(["B-1", "A-1", "A-2"]);
    expect((await readOrdered(true)).data?.map((order) => order.number)).toEqual(["A-1", "A-2", "B-1"]);
    const toMany = await fixture.a.from("orders").select("number,parcels(code)").order("parcels(code)");
    expect(toMany.error).toMatchObject({
      code: "PGRST118",
      message: "A related order on 'parcels' is not possible",
    });
  });

  test("count returns the number of embedded rows", async () => {
    // See PostgREST tests, AggregateFunctionsSpec: "performing a count by using it as a column (backwards compat)".
    const { data } = await fixture.a.from("shops").select("name,orders(count)");
    expect(data).toEqual([{ name: "Alpha", orders: [{ count: 2 }] }]);
    expect((await fixture.a.from("orders").select("n:count")).data).toEqual([{ n: 2 }]);
    // See PostgREST tests, AggregateFunctionsSpec: aggregate functions are disabled by default, also on Supabase.
    expect((await fixture.a.from("orders").select("total.sum()")).error?.code).toBe("PGRST123");
  });

  test("requires a hint, a foreign key or column, if there are several relationships", async () => {
    // See PostgREST docs, resource_embedding: Foreign Key Joins on Multiple Foreign Key Relationships;
    // EmbedDisambiguationSpec.
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

  test("a self-relation embeds children by table name and the parent by column", async () => {
    // See PostgREST docs, resource_embedding: Recursive Relationships.
    const { data } = await fixture.a
      .from("notices")
      .select("text,parent_id(text),replies:notices(text)")
      .order("id");
    expect(data).toEqual([
      { text: "hello", parent_id: null, replies: [{ text: "reply" }] },
      { text: "reply", parent_id: { text: "hello" }, replies: [] },
    ]);
  });

  test("views embed by the foreign keys of the columns they expose", async () => {
    // See PostgREST docs, resource_embedding: Foreign Key Joins on Views.
    const { data } = await fixture.a.from("shop_sums").select("name,orders(number)");
    expect(data).toEqual([{ name: "Alpha", orders: [{ number: "A-1" }, { number: "A-2" }] }]);
  });

  // Not from PostgREST: threat 2 in docs/threats.md; row policies apply to embeds too.
  test("row policies apply to embedded rows", async () => {
    const { data } = await fixture.a.from("couriers").select("name,orders!courier_id(number)").order("name");
    expect(data).toEqual([
      { name: "Slow", orders: [] },
      { name: "Swift", orders: [{ number: "A-1" }] },
    ]);
    const { data: counts } = await fixture.a.from("labels").select("name,orders(count)").eq("id", 2);
    expect(counts).toEqual([{ name: "gift", orders: [{ count: 1 }] }]);
  });

  test("rejects embeds without a relationship and filters on tables that are not embedded", async () => {
    // See PostgREST docs, errors: PGRST200, PGRST108.
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
