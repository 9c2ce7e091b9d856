import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { contractTargets } from "#tests/support/contract.ts";
import { aShopBackend, type ShopBackend } from "#tests/support/shop-backend.ts";

// "tables_views" and "preferences" are pages below https://docs.postgrest.org/en/v14/references/api/; names ending in
// Spec are files of PostgREST's test/spec/Feature/Query.
describe.each(contractTargets)("writing on $name", (target) => {
  let world: ShopBackend;
  let number = 0;
  beforeEach(async () => {
    world ??= await aShopBackend(target);
  });
  afterAll(() => world.backend.close());

  /** A new order of shop A, under a number nothing else has. */
  const anOrder = (more: object = {}) => ({ shop_id: world.shops.shopA, number: `W-${++number}`, ...more });
  const stored = async (of: { number: string }) =>
    (await world.service.from("orders").select("number,total,due_on").eq("number", of.number)).data;

  test("an insert answers 201 with nothing, unless its rows are asked for", async () => {
    // tables_views: Insert; InsertSpec.
    const order = anOrder({ total: 5 });
    const plain = await world.a.from("orders").insert(order);
    expect(plain).toMatchObject({ status: 201, data: null, error: null });
    expect(await stored(order)).toEqual([{ number: order.number, total: 5, due_on: null }]);
    const shown = await world.a.from("orders").insert(anOrder()).select("total,shops(name)").single();
    expect(shown).toMatchObject({ status: 201, data: { total: 0, shops: { name: "Alpha" } } });
  });

  test("what was honoured is told, with the number of rows", async () => {
    // InsertSpec "includes related data after insert"; preferences.
    const answer = await world.asA("orders?select=total", {
      method: "POST",
      headers: { Prefer: "return=representation, count=exact" },
      body: JSON.stringify(anOrder()),
    });
    expect(answer.headers.get("content-range")).toBe("*/1");
    expect(answer.headers.get("preference-applied")).toBe("return=representation, count=exact");
    expect(answer.headers.get("location")).toBeNull();
  });

  // Ours: money must not pass through a JavaScript number.
  test("numbers reach the table to the last digit", async () => {
    const answer = await world.asA("orders?select=total", {
      method: "POST",
      headers: { Prefer: "return=representation" },
      body: `{"shop_id": "${world.shops.shopA}", "number": "W-exact", "total": 98765432109876543.21}`,
    });
    expect(await answer.text()).toBe('[{"total":98765432109876543.21}]');
  });

  test("many rows are inserted at once, all or none", async () => {
    // tables_views: Bulk Insert.
    const good = [anOrder(), anOrder()];
    expect((await world.a.from("orders").insert(good).select("number")).data).toHaveLength(2);
    const mixed = [anOrder({ total: 1 }), anOrder({ total: -1 })];
    expect((await world.a.from("orders").insert(mixed)).error?.code).toBe("23514");
    expect(await stored(mixed[0] as { number: string })).toEqual([]);
    expect((await world.a.from("orders").insert([])).status).toBe(201);
    const tooMany = Array.from({ length: 1001 }, () => anOrder());
    expect((await world.a.from("orders").insert(tooMany)).status).toBe(413);
  });

  test("missing keys are null, or the default where that is wished", async () => {
    // tables_views: Bulk Insert with Default Values; supabase-js sends `columns` with every list.
    const rows = () => [
      { id: 700 + number, name: `courier ${++number}`, depot: "south" },
      { id: 800 + number, name: `courier ${++number}` },
    ];
    const asNull = await world.a.from("couriers").insert(rows()).select("depot");
    expect(asNull.error).toMatchObject({ code: "23502" });
    const asDefault = await world.a.from("couriers").insert(rows(), { defaultToNull: false }).select("depot");
    expect(asDefault.data).toEqual([{ depot: "south" }, { depot: "north" }]);
  });

  test("objects must name the same columns, or columns says which", async () => {
    // InsertSpec "non uniform json array".
    const post = (query: string, rows: object[]) =>
      world.asA(`orders?${query}`, { method: "POST", body: JSON.stringify(rows) });
    const uneven = [anOrder({ total: 1 }), anOrder()];
    const refused = await post("", uneven);
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { code: "PGRST102", message: "All object keys must match", details: null, hint: null },
    ]);
    const ignored = anOrder({ total: 77, unknown: 1 });
    expect((await post("columns=shop_id,number", [ignored])).status).toBe(201);
    expect(await stored(ignored)).toEqual([{ number: ignored.number, total: 0, due_on: null }]);
  });

  test("an upsert merges or ignores by key, and answers 200 when it only updated", async () => {
    // tables_views: Upsert; UpsertSpec "INSERTs and UPDATEs rows on pk conflict", "UPDATEs rows on pk conflict".
    const [first, second] = [anOrder({ total: 1 }), anOrder({ total: 2 })];
    const upsert = (rows: object[], ignoreDuplicates = false) =>
      world.a
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
    expect(await stored(first)).toEqual([{ number: first.number, total: 20, due_on: null }]);
  });

  // tables_views: On Conflict, by primary key unless on_conflict says otherwise.
  test("an upsert goes by the primary key by itself", async () => {
    const receipt = { order_id: world.shops.orderA2, text: "one" };
    expect((await world.a.from("receipts").upsert(receipt)).status).toBe(201);
    const again = await world.a
      .from("receipts")
      .upsert({ ...receipt, text: "two" })
      .select("text")
      .single();
    expect(again).toMatchObject({ status: 200, data: { text: "two" } });
    const keyless = await world.a.from("orders").upsert(anOrder(), { onConflict: "total" });
    expect(keyless.error?.code).toBe("42P10");
  });

  test("an update changes what its filters choose and answers with it", async () => {
    // tables_views: Update; UpdateSpec.
    const order = anOrder();
    await world.a.from("orders").insert(order);
    const plain = await world.a.from("orders").update({ due_on: "2026-06-30" }).eq("number", order.number);
    expect(plain).toMatchObject({ status: 204, data: null, error: null });
    const shown = await world.a
      .from("orders")
      .update({ total: 3.25 }, { count: "exact" })
      .eq("number", order.number)
      .select("number,total,due_on,shops(name)");
    expect(shown).toMatchObject({
      status: 200,
      count: 1,
      data: [{ number: order.number, total: 3.25, due_on: "2026-06-30", shops: { name: "Alpha" } }],
    });
    const none = await world.a.from("orders").update({ total: 1 }).eq("number", "none").select();
    expect([none.status, none.data]).toEqual([200, []]);
    const nothing = await world.a.from("orders").update({}).eq("number", order.number).select();
    expect([nothing.status, nothing.data]).toEqual([200, []]);
  });

  // Ours: PostgreSQL reads the body itself.
  test("JSON, arrays and null are stored as sent", async () => {
    const settings = { nested: [1, { a: null }], "quote'\"": "\\" };
    const { data } = await world.a
      .from("shops")
      .update({ settings, tags: ["x,y", 'q"'], rating: null })
      .eq("id", world.shops.shopA)
      .select("settings,tags,rating")
      .single();
    expect(data).toEqual({ settings, tags: ["x,y", 'q"'], rating: null });
  });

  test("a delete answers 204, or with the rows that are gone", async () => {
    // tables_views: Delete; DeleteSpec.
    const [one, two] = [anOrder(), anOrder()];
    await world.a.from("orders").insert([one, two]);
    expect((await world.a.from("orders").delete().eq("number", one.number)).status).toBe(204);
    const shown = await world.a
      .from("orders")
      .delete({ count: "exact" })
      .eq("number", two.number)
      .select("number");
    expect([shown.status, shown.data, shown.count]).toEqual([200, [{ number: two.number }], 1]);
    expect(await stored(one)).toEqual([]);
  });

  test("a write without a filter is refused, also with one on an embedded table alone", async () => {
    // PgSafeUpdateSpec, as Supabase loads pg_safeupdate.
    const cases = [
      await world.a.from("orders").update({ total: 1 }),
      await world.a.from("orders").update({ total: 1 }).eq("shops.name", "Alpha").select("shops!inner(name)"),
    ];
    for (const { error, status } of cases) {
      expect(status).toBe(400);
      expect(error).toMatchObject({ code: "21000", message: "UPDATE requires a WHERE clause" });
    }
    expect((await world.a.from("orders").delete()).error?.message).toBe("DELETE requires a WHERE clause");
  });

  test("a write that must be single, or of few rows, is undone when it is not", async () => {
    // SingularSpec "raises an error for multiple rows"; Preferences/MaxAffectedSpec.
    const rows = [anOrder({ due_on: "2030-01-01" }), anOrder({ due_on: "2030-01-01" })];
    await world.a.from("orders").insert(rows);
    const change = () => world.a.from("orders").update({ total: 9 }).eq("due_on", "2030-01-01");
    const single = await change().select("number").single();
    expect([single.status, single.error?.details]).toEqual([406, "The result contains 2 rows"]);
    const few = await world.asA("orders?due_on=eq.2030-01-01", {
      method: "DELETE",
      headers: { Prefer: "handling=strict, max-affected=1" },
    });
    expect([few.status, await few.json()]).toMatchObject([
      400,
      { code: "PGRST124", details: "The query affects 2 rows" },
    ]);
    const { data } = await world.a.from("orders").select("total").eq("due_on", "2030-01-01");
    expect(data).toEqual([{ total: 0 }, { total: 0 }]);
  });

  // Ours: threats 2 and 3; policies check rows before and after.
  test("nobody writes another's rows, nor gives rows away", async () => {
    const toB = await world.a.from("orders").insert({ shop_id: world.shops.shopB, number: "stolen" });
    expect(toB).toMatchObject({ status: 403, error: { code: "42501" } });
    const away = await world.a.from("orders").update({ shop_id: world.shops.shopB }).eq("number", "A-2");
    expect(away).toMatchObject({ status: 403, error: { code: "42501" } });
    expect((await world.a.from("orders").update({ total: 0 }).eq("number", "B-1").select()).data).toEqual([]);
    expect((await world.a.from("orders").delete().eq("number", "B-1").select()).data).toEqual([]);
    expect((await world.visitor.from("orders").insert(anOrder())).status).toBe(401);
  });

  test("broken rules come with PostgreSQL's code, words and the status of each", async () => {
    // errors: HTTP Status Codes.
    const insert = async (row: object) => {
      const { error, status } = await world.a.from("orders").insert({ ...anOrder(), ...row });
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
    const long = { shop_id: world.shops.shopA, code: "longer than ten" };
    expect((await world.a.from("parcels").insert(long)).error?.code).toBe("22001");
    const mismatch = { order_id: world.shops.orderB1, shop_id: world.shops.shopA };
    expect((await world.a.from("parcels").insert(mismatch)).error?.code).toBe("23503");
    const { error } = await world.a.from("couriers").insert({ id: 999, name: "Swift" });
    expect(error).toMatchObject({
      message: 'duplicate key value violates unique constraint "couriers_name_key"',
      details: "Key (name)=(Swift) already exists.",
    });
  });
});
