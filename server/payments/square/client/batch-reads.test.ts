import type { Square, SquareClient } from "square";
import { expect, test } from "vitest";
import { createCustomerReader, getOrders } from "./batch-reads.ts";
import type { SquareRequest } from "./square-request.ts";

/** Simulates Square's batch endpoints. Only objects whose ids start with "known" exist. */
function createFakeSquare() {
  const batches: number[] = [];
  const isKnown = (id: string) => id.startsWith("known");
  const client = {
    orders: {
      async batchGet({ orderIds }: Square.BatchGetOrdersRequest): Promise<Square.BatchGetOrdersResponse> {
        batches.push(orderIds.length);
        return { orders: orderIds.filter(isKnown).map((id) => ({ id, locationId: "L1" })) };
      },
    },
    customers: {
      async bulkRetrieveCustomers({ customerIds }: Square.BulkRetrieveCustomersRequest) {
        batches.push(customerIds.length);
        const responses = customerIds.map((id) => [id, isKnown(id) ? { customer: { id } } : { errors: [] }]);
        return { responses: Object.fromEntries(responses) };
      },
    },
  };
  // Safe cast, because only these two methods are called.
  const call: SquareRequest = async (request) => request(client as unknown as SquareClient);
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
