import { expect, test } from "vitest";
import { callApi, connectSeller, createTestSimulator } from "../test-support/test-simulator.ts";

test("pages contain at most 200 items and each invoice once, newest first", async () => {
  const simulator = createTestSimulator();
  const token = await connectSeller(simulator);
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
    const { body } = await callApi(simulator, `/v2/invoices?${query}`, { token });
    seen.push(...body.invoices.map((invoice: { id: string }) => invoice.id));
    cursor = body.cursor;
    pages += 1;
  } while (cursor);
  const expected = Object.values(simulator.state().invoices).filter(
    (invoice) => invoice.location_id === locationId,
  );
  expect(pages).toBe(2);
  expect(seen).toHaveLength(expected.length);
  expect(new Set(seen).size).toBe(expected.length);
  await simulator.close();
});

test("a cursor is valid for its own query and for five minutes", async () => {
  const simulator = createTestSimulator();
  const token = await connectSeller(simulator);
  const { main_location_id: main } = simulator.state().merchant;
  const west =
    Object.values(simulator.state().locations).find(({ name }) => name === "San Francisco")?.id ?? "";
  const first = await callApi(simulator, `/v2/invoices?location_id=${main}`, { token });
  expect(first.body.invoices).toHaveLength(100);
  const next = (location: string, cursor: string) =>
    callApi(simulator, `/v2/invoices?location_id=${location}&cursor=${cursor}`, { token });
  expect((await next(main, first.body.cursor)).status).toBe(200);
  expect((await next(west, first.body.cursor)).body.errors[0].code).toBe("INVALID_CURSOR");
  expect((await next(main, "nonsense")).body.errors[0].code).toBe("INVALID_CURSOR");
  await simulator.advanceClock(5 * 60_000 + 1);
  expect((await next(main, first.body.cursor)).body.errors[0].code).toBe("INVALID_CURSOR");
  await simulator.close();
});

test("rejects invalid limits, missing locations and unknown ids with Square's errors", async () => {
  const simulator = createTestSimulator();
  const token = await connectSeller(simulator);
  const main = simulator.state().merchant.main_location_id;
  const requestError = async (path: string, body?: unknown) => {
    const response = await callApi(simulator, path, body === undefined ? { token } : { token, body });
    return [response.status, response.body.errors[0].code];
  };
  expect(await requestError("/v2/invoices")).toEqual([400, "MISSING_REQUIRED_PARAMETER"]);
  expect(await requestError(`/v2/invoices?location_id=${main}&limit=201`)).toEqual([400, "VALUE_TOO_HIGH"]);
  expect(await requestError("/v2/invoices?location_id=L0")).toEqual([404, "NOT_FOUND"]);
  expect(await requestError("/v2/invoices/inv:0-none")).toEqual([404, "NOT_FOUND"]);
  expect(await requestError("/v2/loyalty/accounts")).toEqual([404, "NOT_FOUND"]);
  expect(await requestError("/v2/orders/batch-retrieve", { order_ids: Array(101).fill("x") })).toEqual([
    400,
    "ARRAY_LENGTH_TOO_LONG",
  ]);
  const orders = await callApi(simulator, "/v2/orders/batch-retrieve", {
    token,
    body: { order_ids: ["unknown"] },
  });
  expect([orders.status, orders.body]).toEqual([200, {}]);
  await simulator.close();
});

test("an empty list is omitted or an empty array, depending on the behavior switch", async () => {
  const simulator = createTestSimulator({ seed: "empty" });
  const token = await connectSeller(simulator);
  const path = `/v2/invoices?location_id=${simulator.state().merchant.main_location_id}`;
  expect((await callApi(simulator, path, { token })).body).toEqual({});
  simulator.setBehavior({ emptyLists: "array" });
  expect((await callApi(simulator, path, { token })).body).toEqual({ invoices: [] });
  await simulator.close();
});

test("finds customers in bulk, by email in any case, and by the id of a merged customer", async () => {
  const simulator = createTestSimulator();
  const token = await connectSeller(simulator);
  const [mergedId = "", remainingId] = Object.entries(simulator.state().mergedCustomers)[0] ?? [];
  const bulk = await callApi(simulator, "/v2/customers/bulk-retrieve", {
    token,
    body: { customer_ids: [mergedId, "none"] },
  });
  expect(bulk.body.responses[mergedId].customer.id).toBe(remainingId);
  expect(bulk.body.responses.none.errors[0].code).toBe("NOT_FOUND");
  const filter = { email_address: { exact: "ACCOUNTS@corvid-analytics.example" } };
  const response = await callApi(simulator, "/v2/customers/search", { token, body: { query: { filter } } });
  expect(response.body.customers).toHaveLength(2);
  await simulator.close();
});
