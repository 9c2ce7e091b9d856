import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type ShopBackend, startShopBackend } from "#src/test-support/shop-backend.ts";
import { CONTRACT_TARGETS } from "#src/test-support/test-backend.ts";

// In the comments below, "tables_views" and "preferences" are pages under
// https://docs.postgrest.org/en/v14/references/api/, and names that end in Spec are files in PostgREST's
// test/spec/Feature/Query.
describe.each(CONTRACT_TARGETS)("writing on $name", (target) => {
  let fixture: ShopBackend;
  let orderCount = 0;
  beforeEach(async () => {
    fixture ??= await startShopBackend(target);
  });
  afterAll(() => fixture.backend.close());

  /** Returns an order for shop A with a unique number, without storing it. */
  const buildOrder = (overrides: object = {}) => ({
    shop_id: fixture.shops.shopA,
    number: `W-${++orderCount}`,
    ...overrides,
  });
  const findStoredOrder = async (order: { number: string }) =>
    (await fixture.service.from("orders").select("number,total,due_on").eq("number", order.number)).data;

  test("an insert returns 201 without a body unless the rows are requested", async () => {
    // See PostgREST docs, tables_views: Insert; InsertSpec.
    const order = buildOrder({ total: 5 });
    const plain = await fixture.ownerA.from("orders").insert(order);
    expect(plain).toMatchObject({ status: 201, data: null, error: null });
    expect(await findStoredOrder(order)).toEqual([{ number: order.number, total: 5, due_on: null }]);
    const returned = await fixture.ownerA
      .from("orders")
      .insert(buildOrder())
      .select("total,shops(name)")
      .single();
    expect(returned).toMatchObject({ status: 201, data: { total: 0, shops: { name: "Alpha" } } });
  });

  test("reports the applied preferences and the number of rows", async () => {
    // See PostgREST tests, InsertSpec "includes related data after insert"; docs, preferences.
    const response = await fixture.requestAsOwnerA("orders?select=total", {
      method: "POST",
      headers: { Prefer: "return=representation, count=exact" },
      body: JSON.stringify(buildOrder()),
    });
    expect(response.headers.get("content-range")).toBe("*/1");
    expect(response.headers.get("preference-applied")).toBe("return=representation, count=exact");
    expect(response.headers.get("location")).toBeNull();
  });

  // Beyond PostgREST's specification: money must not pass through a JavaScript number.
  test("stores numbers with full precision", async () => {
    const response = await fixture.requestAsOwnerA("orders?select=total", {
      method: "POST",
      headers: { Prefer: "return=representation" },
      body: `{"shop_id": "${fixture.shops.shopA}", "number": "W-exact", "total": 98765432109876543.21}`,
    });
    expect(await response.text()).toBe('[{"total":98765432109876543.21}]');
  });

  test("inserts several rows atomically", async () => {
    // See PostgREST docs, tables_views: Bulk Insert.
    const validOrders = [buildOrder(), buildOrder()];
    expect((await fixture.ownerA.from("orders").insert(validOrders).select("number")).data).toHaveLength(2);
    const partlyInvalidOrders = [buildOrder({ total: 1 }), buildOrder({ total: -1 })];
    expect((await fixture.ownerA.from("orders").insert(partlyInvalidOrders)).error?.code).toBe("23514");
    expect(await findStoredOrder(partlyInvalidOrders[0] as { number: string })).toEqual([]);
    expect((await fixture.ownerA.from("orders").insert([])).status).toBe(201);
    const tooManyOrders = Array.from({ length: 1001 }, () => buildOrder());
    expect((await fixture.ownerA.from("orders").insert(tooManyOrders)).status).toBe(413);
  });

  test("stores null for missing keys, or the column default if requested", async () => {
    // See PostgREST docs, tables_views: Bulk Insert with Default Values. supabase-js sends `columns` with every array.
    const rows = () => [
      { id: 700 + orderCount, name: `courier ${++orderCount}`, depot: "south" },
      { id: 800 + orderCount, name: `courier ${++orderCount}` },
    ];
    const asNull = await fixture.ownerA.from("couriers").insert(rows()).select("depot");
    expect(asNull.error).toMatchObject({ code: "23502" });
    const asDefault = await fixture.ownerA
      .from("couriers")
      .insert(rows(), { defaultToNull: false })
      .select("depot");
    expect(asDefault.data).toEqual([{ depot: "south" }, { depot: "north" }]);
  });

  test("requires the same keys in all objects unless the columns parameter lists them", async () => {
    // See PostgREST tests, InsertSpec "non uniform json array".
    const post = (query: string, rows: object[]) =>
      fixture.requestAsOwnerA(`orders?${query}`, { method: "POST", body: JSON.stringify(rows) });
    const mismatchedRows = [buildOrder({ total: 1 }), buildOrder()];
    const rejected = await post("", mismatchedRows);
    expect([rejected.status, await rejected.json()]).toEqual([
      400,
      { code: "PGRST102", message: "All object keys must match", details: null, hint: null },
    ]);
    const ignored = buildOrder({ total: 77, unknown: 1 });
    expect((await post("columns=shop_id,number", [ignored])).status).toBe(201);
    expect(await findStoredOrder(ignored)).toEqual([{ number: ignored.number, total: 0, due_on: null }]);
  });

  test("an upsert merges or ignores duplicates by key, and returns 200 if it only updates rows", async () => {
    // See PostgREST docs, tables_views: Upsert; UpsertSpec "INSERTs and UPDATEs rows on pk conflict", "UPDATEs rows on
    // pk conflict".
    const [first, second] = [buildOrder({ total: 1 }), buildOrder({ total: 2 })];
    const upsert = (rows: object[], ignoreDuplicates = false) =>
      fixture.ownerA
        .from("orders")
        .upsert(rows, { onConflict: "shop_id,number", ignoreDuplicates })
        .select("number,total")
        .order("number");
    expect((await upsert([first])).status).toBe(201);
    const both = await upsert([{ ...first, total: 10 }, second]);
    expect([both.status, both.data]).toEqual([
      201,
      [
        { number: first.number, total: 10 },
        { number: second.number, total: 2 },
      ],
    ]);
    const updated = await upsert([{ ...first, total: 20 }]);
    expect([updated.status, updated.data]).toEqual([200, [{ number: first.number, total: 20 }]]);
    const ignored = await upsert([{ ...first, total: 30 }], true);
    expect([ignored.status, ignored.data]).toEqual([201, []]);
    expect(await findStoredOrder(first)).toEqual([{ number: first.number, total: 20, due_on: null }]);
  });

  // See PostgREST docs, tables_views: On Conflict. The default is the primary key.
  test("an upsert uses the primary key by default", async () => {
    const receipt = { order_id: fixture.shops.orderA2, text: "one" };
    expect((await fixture.ownerA.from("receipts").upsert(receipt)).status).toBe(201);
    const secondUpsert = await fixture.ownerA
      .from("receipts")
      .upsert({ ...receipt, text: "two" })
      .select("text")
      .single();
    expect(secondUpsert).toMatchObject({ status: 200, data: { text: "two" } });
    const withoutUniqueKey = await fixture.ownerA
      .from("orders")
      .upsert(buildOrder(), { onConflict: "total" });
    expect(withoutUniqueKey.error?.code).toBe("42P10");
  });

  test("an update changes the filtered rows and returns them if requested", async () => {
    // See PostgREST docs, tables_views: Update; UpdateSpec.
    const order = buildOrder();
    await fixture.ownerA.from("orders").insert(order);
    const plain = await fixture.ownerA
      .from("orders")
      .update({ due_on: "2026-06-30" })
      .eq("number", order.number);
    expect(plain).toMatchObject({ status: 204, data: null, error: null });
    const returned = await fixture.ownerA
      .from("orders")
      .update({ total: 3.25 }, { count: "exact" })
      .eq("number", order.number)
      .select("number,total,due_on,shops(name)");
    expect(returned).toMatchObject({
      status: 200,
      count: 1,
      data: [{ number: order.number, total: 3.25, due_on: "2026-06-30", shops: { name: "Alpha" } }],
    });
    const noMatch = await fixture.ownerA.from("orders").update({ total: 1 }).eq("number", "none").select();
    expect([noMatch.status, noMatch.data]).toEqual([200, []]);
    const unchanged = await fixture.ownerA.from("orders").update({}).eq("number", order.number).select();
    expect([unchanged.status, unchanged.data]).toEqual([200, []]);
  });

  // Beyond PostgREST's specification: PostgreSQL parses the body, so JavaScript cannot round its numbers.
  test("stores JSON, arrays and null as sent", async () => {
    const settings = { nested: [1, { a: null }], "quote'\"": "\\" };
    const { data } = await fixture.ownerA
      .from("shops")
      .update({ settings, tags: ["x,y", 'q"'], rating: null })
      .eq("id", fixture.shops.shopA)
      .select("settings,tags,rating")
      .single();
    expect(data).toEqual({ settings, tags: ["x,y", 'q"'], rating: null });
  });

  test("a delete returns 204, or the deleted rows if requested", async () => {
    // See PostgREST docs, tables_views: Delete; DeleteSpec.
    const [firstOrder, secondOrder] = [buildOrder(), buildOrder()];
    await fixture.ownerA.from("orders").insert([firstOrder, secondOrder]);
    expect((await fixture.ownerA.from("orders").delete().eq("number", firstOrder.number)).status).toBe(204);
    const returned = await fixture.ownerA
      .from("orders")
      .delete({ count: "exact" })
      .eq("number", secondOrder.number)
      .select("number");
    expect([returned.status, returned.data, returned.count]).toEqual([
      200,
      [{ number: secondOrder.number }],
      1,
    ]);
    expect(await findStoredOrder(firstOrder)).toEqual([]);
  });

  test("rejects a write without a filter on the table itself", async () => {
    // See PostgREST tests, PgSafeUpdateSpec: Supabase enables pg_safeupdate.
    const cases = [
      await fixture.ownerA.from("orders").update({ total: 1 }),
      await fixture.ownerA
        .from("orders")
        .update({ total: 1 })
        .eq("shops.name", "Alpha")
        .select("shops!inner(name)"),
    ];
    for (const { error, status } of cases) {
      expect(status).toBe(400);
      expect(error).toMatchObject({ code: "21000", message: "UPDATE requires a WHERE clause" });
    }
    expect((await fixture.ownerA.from("orders").delete()).error?.message).toBe(
      "DELETE requires a WHERE clause",
    );
  });

  test("rolls back a write that affects more rows than allowed", async () => {
    // See PostgREST tests, SingularSpec "raises an error for multiple rows"; Preferences/MaxAffectedSpec.
    const rows = [buildOrder({ due_on: "2030-01-01" }), buildOrder({ due_on: "2030-01-01" })];
    await fixture.ownerA.from("orders").insert(rows);
    const setTotal = () => fixture.ownerA.from("orders").update({ total: 9 }).eq("due_on", "2030-01-01");
    const single = await setTotal().select("number").single();
    expect([single.status, single.error?.details]).toEqual([406, "The result contains 2 rows"]);
    const limited = await fixture.requestAsOwnerA("orders?due_on=eq.2030-01-01", {
      method: "DELETE",
      headers: { Prefer: "handling=strict, max-affected=1" },
    });
    expect([limited.status, await limited.json()]).toMatchObject([
      400,
      { code: "PGRST124", details: "The query affects 2 rows" },
    ]);
    const { data } = await fixture.ownerA.from("orders").select("total").eq("due_on", "2030-01-01");
    expect(data).toEqual([{ total: 0 }, { total: 0 }]);
  });

  // Beyond PostgREST's specification: see threats 2 and 3 in docs/threats.md. Policies check rows before and after a write.
  test("users cannot write other users' rows or transfer rows to other users", async () => {
    const insertForB = await fixture.ownerA
      .from("orders")
      .insert({ shop_id: fixture.shops.shopB, number: "stolen" });
    expect(insertForB).toMatchObject({ status: 403, error: { code: "42501" } });
    const transferred = await fixture.ownerA
      .from("orders")
      .update({ shop_id: fixture.shops.shopB })
      .eq("number", "A-2");
    expect(transferred).toMatchObject({ status: 403, error: { code: "42501" } });
    expect(
      (await fixture.ownerA.from("orders").update({ total: 0 }).eq("number", "B-1").select()).data,
    ).toEqual([]);
    expect((await fixture.ownerA.from("orders").delete().eq("number", "B-1").select()).data).toEqual([]);
    expect((await fixture.visitor.from("orders").insert(buildOrder())).status).toBe(401);
  });

  test("constraint violations return PostgreSQL's code and message with the matching status", async () => {
    // See PostgREST docs, errors: HTTP Status Codes.
    const insert = async (row: object) => {
      const { error, status } = await fixture.ownerA.from("orders").insert({ ...buildOrder(), ...row });
      return [status, error?.code];
    };
    expect(await insert({ number: "A-1" })).toEqual([409, "23505"]);
    expect(await insert({ courier_id: 999 })).toEqual([409, "23503"]);
    expect(await insert({ total: -1 })).toEqual([400, "23514"]);
    expect(await insert({ number: null })).toEqual([400, "23502"]);
    expect(await insert({ total: "much" })).toEqual([400, "22P02"]);
    expect(await insert({ due_on: "2026-02-30" })).toEqual([400, "22008"]);
    expect(await insert({ total: 1e30 })).toEqual([400, "22003"]);
    expect(await insert({ unknown: 1 })).toEqual([400, "PGRST204"]);
    const tooLong = { shop_id: fixture.shops.shopA, code: "longer than ten" };
    expect((await fixture.ownerA.from("parcels").insert(tooLong)).error?.code).toBe("22001");
    const mismatch = { order_id: fixture.shops.orderB1, shop_id: fixture.shops.shopA };
    expect((await fixture.ownerA.from("parcels").insert(mismatch)).error?.code).toBe("23503");
    const { error } = await fixture.ownerA.from("couriers").insert({ id: 999, name: "Swift" });
    expect(error).toMatchObject({
      message: 'duplicate key value violates unique constraint "couriers_name_key"',
      details: "Key (name)=(Swift) already exists.",
    });
  });
});
