import type { Square } from "square";
import { chunk } from "#server/payments/square/client/paginate.ts";
import type { SquareRequest } from "#server/payments/square/client/square-request.ts";

/** Square accepts at most 100 orders per request. Customers use the same limit. */
const BATCH_SIZE = 100;

/** Returns the orders by id, without those that do not exist at Square. */
export async function getOrders(
  call: SquareRequest,
  ids: readonly string[],
): Promise<Map<string, Square.Order>> {
  const orders = new Map<string, Square.Order>();
  for (const orderIds of chunk([...new Set(ids)], BATCH_SIZE)) {
    const response = await call((client) => client.orders.batchGet({ orderIds }));
    for (const order of response.orders ?? []) {
      if (order.id) {
        orders.set(order.id, order);
      }
    }
  }
  return orders;
}

/** Reads customers and caches them for one run, because a few customers pay most invoices. */
export type CustomerReader = (ids: readonly string[]) => Promise<ReadonlyMap<string, Square.Customer>>;

export function createCustomerReader(call: SquareRequest): CustomerReader {
  const customers = new Map<string, Square.Customer>();
  const requested = new Set<string>();
  return async (ids) => {
    const missing = [...new Set(ids)].filter((id) => !requested.has(id));
    for (const customerIds of chunk(missing, BATCH_SIZE)) {
      const response = await call((client) => client.customers.bulkRetrieveCustomers({ customerIds }));
      for (const [id, { customer }] of Object.entries(response.responses ?? {})) {
        if (customer) {
          customers.set(id, customer);
        }
      }
      for (const id of customerIds) {
        requested.add(id);
      }
    }
    return customers;
  };
}
