import { expect, test } from "vitest";
import { aSimulator, call, connected } from "../test-support/a-simulator.ts";

test("a list is paged by 200 at most, each invoice once, newest first", async () => {
  const simulator = aSimulator();
  const token = await connected(simulator);
  const locationId = simulator.state().merchant.main_location_id;
  const seen: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const query = new URLSearchParams({
      location_id: locationId,
      limit: "200",
      ...(cursor ? { cursor } : {}),
    });
    const { body } = await call(simulator, `/v2/invoices?${query}`, { token });
    seen.push(...body.invoices.map((invoice: { id: string }) => invoice.id));
    cursor = body.cursor;
    pages += 1;
  } while (cursor);
  const own = Object.values(simulator.state().invoices).filter((each) => each.location_id === locationId);
  expect(pages).toBe(2);
  expect(seen).toHaveLength(own.length);
  expect(new Set(seen).size).toBe(own.length);
  await simulator.close();
});

test("a cursor works with its own query only, and for five minutes", async () => {
  const simulator = aSimulator();
  const token = await connected(simulator);
  const { main_location_id: main } = simulator.state().merchant;
  const west =
    Object.values(simulator.state().locations).find(({ name }) => name === "San Francisco")?.id ?? "";
  const first = await call(simulator, `/v2/invoices?location_id=${main}`, { token });
  expect(first.body.invoices).toHaveLength(100);
  const next = (location: string, cursor: string) =>
    call(simulator, `/v2/invoices?location_id=${location}&cursor=${cursor}`, { token });
  expect((await next(main, first.body.cursor)).status).toBe(200);
  expect((await next(west, first.body.cursor)).body.errors[0].code).toBe("INVALID_CURSOR");
  expect((await next(main, "nonsense")).body.errors[0].code).toBe("INVALID_CURSOR");
  await simulator.advanceClock(5 * 60_000 + 1);
  expect((await next(main, first.body.cursor)).body.errors[0].code).toBe("INVALID_CURSOR");
  await simulator.close();
});

test("limits, missing locations and unknown ids are refused in Square's shape", async () => {
  const simulator = aSimulator();
  const token = await connected(simulator);
  const main = simulator.state().merchant.main_location_id;
  const codeOf = async (path: string, body?: unknown) => {
    const response = await call(simulator, path, body === undefined ? { token } : { token, body });
    return [response.status, response.body.errors[0].code];
  };
  expect(await codeOf("/v2/invoices")).toEqual([400, "MISSING_REQUIRED_PARAMETER"]);
  expect(await codeOf(`/v2/invoices?location_id=${main}&limit=201`)).toEqual([400, "VALUE_TOO_HIGH"]);
  expect(await codeOf("/v2/invoices?location_id=L0")).toEqual([404, "NOT_FOUND"]);
  expect(await codeOf("/v2/invoices/inv:0-none")).toEqual([404, "NOT_FOUND"]);
  expect(await codeOf("/v2/loyalty/accounts")).toEqual([404, "NOT_FOUND"]);
  expect(await codeOf("/v2/orders/batch-retrieve", { order_ids: Array(101).fill("x") })).toEqual([
    400,
    "ARRAY_LENGTH_TOO_LONG",
  ]);
  const orders = await call(simulator, "/v2/orders/batch-retrieve", {
    token,
    body: { order_ids: ["unknown"] },
  });
  expect([orders.status, orders.body]).toEqual([200, {}]);
  await simulator.close();
});

test("an empty list is absent or an empty array, as switched", async () => {
  const simulator = aSimulator({ seed: "empty" });
  const token = await connected(simulator);
  const path = `/v2/invoices?location_id=${simulator.state().merchant.main_location_id}`;
  expect((await call(simulator, path, { token })).body).toEqual({});
  simulator.behave({ emptyLists: "array" });
  expect((await call(simulator, path, { token })).body).toEqual({ invoices: [] });
  await simulator.close();
});

test("customers are found in bulk and by e-mail in any case, and a merged id leads to the customer that lives on", async () => {
  const simulator = aSimulator();
  const token = await connected(simulator);
  const [old = "", living] = Object.entries(simulator.state().mergedCustomers)[0] ?? [];
  const bulk = await call(simulator, "/v2/customers/bulk-retrieve", {
    token,
    body: { customer_ids: [old, "none"] },
  });
  expect(bulk.body.responses[old].customer.id).toBe(living);
  expect(bulk.body.responses.none.errors[0].code).toBe("NOT_FOUND");
  const filter = { email_address: { exact: "ACCOUNTS@corvid-analytics.example" } };
  const found = await call(simulator, "/v2/customers/search", { token, body: { query: { filter } } });
  expect(found.body.customers).toHaveLength(2);
  await simulator.close();
});
