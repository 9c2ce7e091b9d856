import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ShopBackend, startShopBackend } from "#src/test-support/shop-backend.ts";
import { CONTRACT_TARGETS } from "#src/test-support/test-backend.ts";

// In the comments below, "functions" is https://docs.postgrest.org/en/v14/references/api/functions.html, and RpcSpec is
// PostgREST's test/spec/Feature/Query/RpcSpec.hs.
describe.each(CONTRACT_TARGETS)("functions on $name", (target) => {
  let fixture: ShopBackend;
  beforeAll(async () => {
    fixture = await startShopBackend(target);
  });
  afterAll(() => fixture.backend.close());

  test("returns a scalar as JSON, a set as an array, and 204 for void", async () => {
    // See PostgREST tests, RpcSpec "a proc that returns a scalar / an array / void".
    const { shopA } = fixture.shops;
    const sum = await fixture.requestAsOwnerA("rpc/shop_sum", {
      method: "POST",
      body: JSON.stringify({ shop: shopA }),
    });
    expect(await sum.text()).toBe("12345678901235768.39");
    expect((await fixture.ownerA.rpc("order_numbers")).data).toEqual(["A-1", "A-2"]);
    const renamed = await fixture.ownerA.rpc("rename_shop", { shop: shopA, new_name: "Alpha" });
    expect(renamed).toMatchObject({ status: 204, data: null, error: null });
  });

  test("returned rows can be selected, filtered, ordered, paged and embedded like a table's rows", async () => {
    // See PostgREST docs, functions: Table-Valued Functions; RpcSpec "can embed", "can filter".
    const { data, count } = await fixture.ownerA
      .rpc("orders_over", { minimum: 1, maximum: 1e20 }, { count: "exact" })
      .select("number,shops(name)")
      .neq("number", "A-9")
      .order("number", { ascending: false })
      .limit(1);
    expect([data, count]).toEqual([[{ number: "A-2", shops: { name: "Alpha" } }], 2]);
  });

  test("returns a single row as an object", async () => {
    // See PostgREST tests, RpcSpec "a proc that returns a composite / has OUT parameters".
    expect((await fixture.ownerB.rpc("totals")).data).toEqual({ orders: 1, total: 99 });
  });

  test("accepts arguments in the URL and applies defaults for omitted ones", async () => {
    // See PostgREST docs, functions: Calling with GET.
    const { data } = await fixture.ownerA.rpc("orders_over", { minimum: 1 }, { get: true }).select("number");
    expect(data).toEqual([{ number: "A-1" }]);
    const head = await fixture.ownerA.rpc("order_numbers", {}, { head: true, count: "exact" });
    expect([head.data, head.error]).toEqual([null, null]);
  });

  test("GET calls run in a read-only transaction", async () => {
    // See PostgREST docs, functions: Function access modes; errors: 25006 returns 405.
    const response = await fixture.requestAsOwnerA(
      `rpc/rename_shop?shop=${fixture.shops.shopA}&new_name=Changed`,
    );
    expect([response.status, await response.json()]).toMatchObject([405, { code: "25006" }]);
    expect((await fixture.requestAsOwnerA("rpc/get_caller", { method: "DELETE" })).status).toBe(405);
  });

  // Beyond PostgREST's specification: see threat 2 in docs/threats.md. Functions are `security invoker` by default.
  test("functions run with the caller's role", async () => {
    const roles = await Promise.all(
      [fixture.ownerA, fixture.visitor, fixture.service].map(
        async (client) => (await client.rpc("get_caller")).data,
      ),
    );
    expect(roles.map(({ user, role }) => `${user} ${role}`)).toEqual([
      "authenticated authenticated",
      "anon anon",
      "service_role service_role",
    ]);
    expect((await fixture.visitor.rpc("totals")).status).toBe(401);
  });

  test("returns the error that a function raises, with the status it sets", async () => {
    // See PostgREST docs, errors: Raise errors with HTTP Status Codes.
    const callRaise = async (code: string) => {
      const { error, status } = await fixture.ownerA.rpc("raise_error", { sqlstate_code: code });
      return { status, ...error };
    };
    expect(await callRaise("P0001")).toMatchObject({
      status: 400,
      code: "P0001",
      message: "error message",
      details: "error detail",
      hint: "error hint",
    });
    expect((await callRaise("PT402")).status).toBe(402);
  });

  test("rejects unknown functions, unknown arguments and ambiguous calls", async () => {
    // See PostgREST docs, errors: PGRST202, PGRST203; functions: Overloaded functions.
    expect((await fixture.ownerA.rpc("nope")).error).toMatchObject({
      code: "PGRST202",
      message: "Could not find the function public.nope without parameters in the schema cache",
    });
    const unknownArgument = await fixture.ownerA.rpc("shop_sum", { shop: fixture.shops.shopA, more: 1 });
    expect(unknownArgument).toMatchObject({
      status: 404,
      error: {
        code: "PGRST202",
        message: "Could not find the function public.shop_sum(more, shop) in the schema cache",
      },
    });
    expect(await fixture.ownerA.rpc("overloaded", { a: 1 })).toMatchObject({
      status: 300,
      error: { code: "PGRST203" },
    });
    expect((await fixture.ownerA.rpc("shop_sum", { shop: "no uuid" })).error?.code).toBe("22P02");
  });
});
