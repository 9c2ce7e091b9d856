import type { Square } from "square";
import { chunksOf } from "#server/payments/square/pages-of.ts";
import type { SquareCalls } from "#server/payments/square/square-calls.ts";

/** Square takes a hundred orders at a time; as many customers are kind to it. */
const AT_A_TIME = 100;

/** The orders by id; those Square does not know are missing. */
export async function readOrders(
  call: SquareCalls,
  ids: readonly string[],
): Promise<Map<string, Square.Order>> {
  const orders = new Map<string, Square.Order>();
  for (const orderIds of chunksOf([...new Set(ids)], AT_A_TIME)) {
    const answer = await call((client) => client.orders.batchGet({ orderIds }));
    for (const order of answer.orders ?? []) if (order.id) orders.set(order.id, order);
  }
  return orders;
}

/** Reads customers and remembers them for one run: the same few pay most invoices. */
export type CustomerReader = (ids: readonly string[]) => Promise<ReadonlyMap<string, Square.Customer>>;

export function customerReader(call: SquareCalls): CustomerReader {
  const known = new Map<string, Square.Customer>();
  const asked = new Set<string>();
  return async (ids) => {
    const missing = [...new Set(ids)].filter((id) => !asked.has(id));
    for (const customerIds of chunksOf(missing, AT_A_TIME)) {
      const answer = await call((client) => client.customers.bulkRetrieveCustomers({ customerIds }));
      for (const [id, { customer }] of Object.entries(answer.responses ?? {}))
        if (customer) known.set(id, customer);
      for (const id of customerIds) asked.add(id);
    }
    return known;
  };
}
