import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractTargets } from "#tests/support/contract.ts";
import { aShopBackend, type ShopBackend } from "#tests/support/shop-backend.ts";

// "functions" is https://docs.postgrest.org/en/v14/references/api/functions.html; RpcSpec is PostgREST's
// test/spec/Feature/Query/RpcSpec.hs.
describe.each(contractTargets)("functions on $name", (target) => {
  let world: ShopBackend;
  beforeAll(async () => {
    world = await aShopBackend(target);
  });
  afterAll(() => world.backend.close());

  test("a value comes as JSON, a set of values as a list, none as 204", async () => {
    // RpcSpec "a proc that returns a scalar / an array / void".
    const { shopA } = world.shops;
    const sum = await world.asA("rpc/shop_sum", { method: "POST", body: JSON.stringify({ shop: shopA }) });
    expect(await sum.text()).toBe("12345678901235768.39");
    expect((await world.a.rpc("order_numbers")).data).toEqual(["A-1", "A-2"]);
    const renamed = await world.a.rpc("rename_shop", { shop: shopA, new_name: "Alpha" });
    expect(renamed).toMatchObject({ status: 204, data: null, error: null });
  });

  test("rows are selected, filtered, ordered, paged and embed like a table's", async () => {
    // functions: Table-Valued Functions; RpcSpec "can embed", "can filter".
    const { data, count } = await world.a
      .rpc("orders_over", { minimum: 1, maximum: 1e20 }, { count: "exact" })
      .select("number,shops(name)")
      .neq("number", "A-9")
      .order("number", { ascending: false })
      .limit(1);
    expect([data, count]).toEqual([[{ number: "A-2", shops: { name: "Alpha" } }], 2]);
  });

  test("a single row is an object", async () => {
    // RpcSpec "a proc that returns a composite / has OUT parameters".
    expect((await world.b.rpc("totals")).data).toEqual({ orders: 1, total: 99 });
  });

  test("arguments may stand in the address; a default may be left out", async () => {
    // functions: Calling with GET.
    const { data } = await world.a.rpc("orders_over", { minimum: 1 }, { get: true }).select("number");
    expect(data).toEqual([{ number: "A-1" }]);
    const head = await world.a.rpc("order_numbers", {}, { head: true, count: "exact" });
    expect([head.data, head.error]).toEqual([null, null]);
  });

  test("a GET changes nothing", async () => {
    // functions: access mode; errors: 25006 is 405.
    const answer = await world.asA(`rpc/rename_shop?shop=${world.shops.shopA}&new_name=Changed`);
    expect([answer.status, await answer.json()]).toMatchObject([405, { code: "25006" }]);
    expect((await world.asA("rpc/who", { method: "DELETE" })).status).toBe(405);
  });

  // Ours: threat 2; PostgreSQL, CREATE FUNCTION: security invoker is the default.
  test("functions run as their caller", async () => {
    const roles = await Promise.all(
      [world.a, world.visitor, world.service].map(async (client) => (await client.rpc("who")).data),
    );
    expect(roles.map(({ user, role }) => `${user} ${role}`)).toEqual([
      "authenticated authenticated",
      "anon anon",
      "service_role service_role",
    ]);
    expect((await world.visitor.rpc("totals")).status).toBe(401);
  });

  test("what a function raises is told, with the status it chose", async () => {
    // errors: Raise errors with HTTP Status Codes.
    const raised = async (code: string) => {
      const { error, status } = await world.a.rpc("refuse", { sqlstate_wanted: code });
      return { status, ...error };
    };
    expect(await raised("P0001")).toMatchObject({
      status: 400,
      code: "P0001",
      message: "as you wish",
      details: "so it is",
      hint: "wish else",
    });
    expect((await raised("PT402")).status).toBe(402);
  });

  test("unknown functions and arguments, and ambiguous ones, are refused", async () => {
    // errors: PGRST202, PGRST203; functions: Overloaded functions.
    expect((await world.a.rpc("nope")).error).toMatchObject({
      code: "PGRST202",
      message: "Could not find the function public.nope without parameters in the schema cache",
    });
    const wrong = await world.a.rpc("shop_sum", { shop: world.shops.shopA, more: 1 });
    expect(wrong).toMatchObject({
      status: 404,
      error: {
        code: "PGRST202",
        message: "Could not find the function public.shop_sum(more, shop) in the schema cache",
      },
    });
    expect(await world.a.rpc("which", { a: 1 })).toMatchObject({ status: 300, error: { code: "PGRST203" } });
    expect((await world.a.rpc("shop_sum", { shop: "no uuid" })).error?.code).toBe("22P02");
  });
});
