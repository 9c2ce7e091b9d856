import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ShopBackend, startShopBackend } from "#src/test-support/shop-backend.ts";
import { CONTRACT_TARGETS } from "#src/test-support/test-backend.ts";

// In the comments below, "resource_embedding" is
// https://docs.postgrest.org/en/v14/references/api/resource_embedding.html, and names that end in Spec are files in
// PostgREST's test/spec/Feature/Query.
describe.each(CONTRACT_TARGETS)("embedding on $name", (target) => {
  let fixture: ShopBackend;
  beforeAll(async () => {
    fixture = await startShopBackend(target);
  });
  afterAll(() => fixture.backend.close());

  const selectOrders = (select: string) => fixture.ownerA.from("orders").select(select).order("number");

  test("a many-to-one embed returns an object or null, and a one-to-many embed returns an array", async () => {
    // See PostgREST docs, resource_embedding: Many-to-one, One-to-many relationships.
    const { data } = await selectOrders("number,courier:couriers!courier_id(name),parcels(code,state)");
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

  test("a one-to-one embed returns an object from both sides, and a many-to-many embed returns an array", async () => {
    // See PostgREST docs, resource_embedding: One-to-one, Many-to-many relationships.
    const { data } = await selectOrders("number,receipts(text),labels(name)");
    expect(data).toEqual([
      { number: "A-1", receipts: { text: "thanks" }, labels: [{ name: "fragile" }, { name: "gift" }] },
      { number: "A-2", receipts: null, labels: [] },
    ]);
    const { data: receipts } = await fixture.ownerA.from("receipts").select("text,orders(number)");
    expect(receipts).toEqual([{ text: "thanks", orders: { number: "A-1" } }]);
  });

  // Beyond PostgREST's specification: docs/backend.md limits embedding, because each level multiplies the rows.
  test("limits embedding to 3 levels", async () => {
    const { data } = await fixture.ownerA
      .from("shops")
      .select("name,orders(number,parcels(code,orders(number)))");
    expect(data?.[0]?.orders).toHaveLength(2);
    const tooDeep = await fixture.ownerA.from("shops").select("orders(parcels(orders(parcels(code))))");
    expect(tooDeep.error?.code).toBe("PGRST100");
  });

  test("an inner embed returns only rows whose embedded rows match its filters", async () => {
    // See PostgREST docs, resource_embedding: Embedded Filters, Top-level Filtering; EmbedInnerJoinSpec.
    const outer = await selectOrders("number,parcels(code)").eq("parcels.state", "sent");
    expect(outer.data).toEqual([
      { number: "A-1", parcels: [{ code: "p1" }] },
      { number: "A-2", parcels: [] },
    ]);
    const inner = await fixture.ownerA
      .from("orders")
      .select("number,parcels!inner(code)", { count: "exact" })
      .eq("parcels.state", "sent");
    expect([inner.data, inner.count]).toEqual([[{ number: "A-1", parcels: [{ code: "p1" }] }], 1]);
    const toOne = await selectOrders("number,couriers!orders_courier_id_fkey!inner(name)").eq(
      "couriers.name",
      "Slow",
    );
    expect(toOne.data).toEqual([]);
  });

  test("an empty embed filters without being returned", async () => {
    // See PostgREST docs, resource_embedding: Empty Embed.
    const { data } = await selectOrders("number,parcels!inner()").eq("parcels.state", "packed");
    expect(data).toEqual([{ number: "A-1" }]);
  });

  // Beyond PostgREST's specification: names from a request must not collide with aliases in generated SQL.
  test("an alias can match a name used in generated SQL", async () => {
    const { data } = await selectOrders("r:number,t0:due_on,w:couriers!courier_id(r:name,b:depot)").limit(1);
    expect(data).toEqual([{ r: "A-1", t0: "2026-04-01", w: { r: "Swift", b: "north" } }]);
    expect((await selectOrders("r:number").limit(1).csv()).data).toBe("r\nA-1");
    expect((await selectOrders("parcels!inner()")).data).toEqual([{}]);
  });

  test("filters rows by whether embedded rows exist", async () => {
    // See PostgREST docs, resource_embedding: Null filtering on Embedded Resources; RelatedQueriesSpec.
    expect((await selectOrders("number,receipts()").is("receipts", null)).data).toEqual([{ number: "A-2" }]);
    expect((await selectOrders("number,receipts()").not("receipts", "is", null)).data).toEqual([
      { number: "A-1" },
    ]);
    expect((await selectOrders("number,receipts()").eq("receipts", "x")).error?.code).toBe("PGRST120");
  });

  test("an embed can have its own filters, or conditions, order, limit and alias", async () => {
    // See PostgREST docs, resource_embedding: Embedded Filters.
    const { data } = await selectOrders("number,sendings:parcels(code)")
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
    const toMany = await fixture.ownerA.from("orders").select("number,parcels(code)").order("parcels(code)");
    expect(toMany.error).toMatchObject({
      code: "PGRST118",
      message: "A related order on 'parcels' is not possible",
    });
  });

  test("count returns the number of embedded rows", async () => {
    // See PostgREST tests, AggregateFunctionsSpec: "performing a count by using it as a column (backwards compat)".
    const { data } = await fixture.ownerA.from("shops").select("name,orders(count)");
    expect(data).toEqual([{ name: "Alpha", orders: [{ count: 2 }] }]);
    expect((await fixture.ownerA.from("orders").select("n:count")).data).toEqual([{ n: 2 }]);
    // See PostgREST tests, AggregateFunctionsSpec: aggregate functions are disabled by default, including on Supabase.
    expect((await fixture.ownerA.from("orders").select("total.sum()")).error?.code).toBe("PGRST123");
  });

  test("requires a hint (a foreign key or a column) if there are several relationships", async () => {
    // See PostgREST docs, resource_embedding: Foreign Key Joins on Multiple Foreign Key Relationships;
    // EmbedDisambiguationSpec.
    const { error, status } = await selectOrders("number,couriers(name)");
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
      expect((await selectOrders(`number,${embed}`)).data?.[0]).toEqual({
        number: "A-1",
        c: { name: "Slow" },
      });
    }
  });

  test("a self-referencing table embeds children by table name and the parent by column name", async () => {
    // See PostgREST docs, resource_embedding: Recursive Relationships.
    const { data } = await fixture.ownerA
      .from("notices")
      .select("text,parent_id(text),replies:notices(text)")
      .order("id");
    expect(data).toEqual([
      { text: "hello", parent_id: null, replies: [{ text: "reply" }] },
      { text: "reply", parent_id: { text: "hello" }, replies: [] },
    ]);
  });

  test("a view can be embedded through the foreign keys of the columns it exposes", async () => {
    // See PostgREST docs, resource_embedding: Foreign Key Joins on Views.
    const { data } = await fixture.ownerA.from("shop_sums").select("name,orders(number)");
    expect(data).toEqual([{ name: "Alpha", orders: [{ number: "A-1" }, { number: "A-2" }] }]);
  });

  // Beyond PostgREST's specification: see threat 2 in docs/threats.md.
  test("row policies apply to embedded rows", async () => {
    const { data } = await fixture.ownerA
      .from("couriers")
      .select("name,orders!courier_id(number)")
      .order("name");
    expect(data).toEqual([
      { name: "Slow", orders: [] },
      { name: "Swift", orders: [{ number: "A-1" }] },
    ]);
    const { data: counts } = await fixture.ownerA.from("labels").select("name,orders(count)").eq("id", 2);
    expect(counts).toEqual([{ name: "gift", orders: [{ count: 1 }] }]);
  });

  test("rejects embeds without a relationship and filters on tables that are not embedded", async () => {
    // See PostgREST docs, errors: PGRST200, PGRST108.
    expect((await selectOrders("number,notices(text)")).error).toMatchObject({
      code: "PGRST200",
      message: "Could not find a relationship between 'orders' and 'notices' in the schema cache",
    });
    expect((await selectOrders("number").eq("parcels.code", "p1")).error).toMatchObject({
      code: "PGRST108",
      message: "'parcels' is not an embedded resource in this request",
    });
  });
});
