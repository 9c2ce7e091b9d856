import { expect, test } from "vitest";
import { createCustomerReader, getOrders } from "./batch-reads.ts";
import { createSquareClient } from "./square-client.ts";
import type { SquareRequest } from "./square-request.ts";

const BASE_URL = "https://square.example";

/** Simulates Square's batch endpoints. Only objects whose ids start with "known" exist. */
function createFakeSquare() {
  const batches: number[] = [];
  const isKnown = (id: string) => id.startsWith("known");
  const client = createSquareClient(
    {
      baseUrl: BASE_URL,
      async fetch(_, init) {
        const { order_ids: orderIds, customer_ids: customerIds } = JSON.parse(String(init?.body));
        const ids: string[] = orderIds ?? customerIds;
        batches.push(ids.length);
        if (orderIds) {
          return Response.json({ orders: ids.filter(isKnown).map((id) => ({ id, location_id: "L1" })) });
        }
        const responses = ids.map((id) => [id, isKnown(id) ? { customer: { id } } : { errors: [] }]);
        return Response.json({ responses: Object.fromEntries(responses) });
      },
    },
    async () => "token",
  );
  const call: SquareRequest = async (request) => request(await client, BASE_URL);
  return { call, batches };
}

const createIds = (count: number) => Array.from({ length: count }, (_, index) => `known-${index}`);

test("reads each order once, in batches of at most 100", async () => {
  const { call, batches } = createFakeSquare();
  const ids = createIds(230);
  expect((await getOrders(call, [...ids, ...ids])).size).toBe(230);
  expect(batches).toEqual([100, 100, 30]);
});

test("omits orders that do not exist at Square, and sends no request for an empty list", async () => {
  const { call, batches } = createFakeSquare();
  expect([...(await getOrders(call, ["known-1", "missing"])).keys()]).toEqual(["known-1"]);
  expect(await getOrders(call, [])).toEqual(new Map());
  expect(batches).toEqual([2]);
});

test("requests each customer once per run, including customers that do not exist", async () => {
  const { call, batches } = createFakeSquare();
  const readCustomers = createCustomerReader(call);
  await readCustomers(["known-1", "missing"]);
  const customers = await readCustomers(["known-1", "missing", "known-2"]);
  expect([...customers.keys()]).toEqual(["known-1", "known-2"]);
  expect(batches).toEqual([2, 1]);
});
