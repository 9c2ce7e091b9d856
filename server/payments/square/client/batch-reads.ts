import type { Square } from "square";
import type { BatchRead } from "#server/payments/square/client/batch-collector.ts";
import { chunk } from "#server/payments/square/client/paginate.ts";
import type { SquareRequest } from "#server/payments/square/client/square-request.ts";

/** Square accepts at most 100 orders per request. The same limit is used for customers. */
const BATCH_SIZE = 100;

type Ids = readonly (string | null | undefined)[];

/** Returns orders by id, omitting those that do not exist at Square. */
export async function getOrders(call: SquareRequest, ids: Ids): Promise<Map<string, Square.Order>> {
  const orders = new Map<string, Square.Order>();
  for (const orderIds of chunk(uniqueIds(ids), BATCH_SIZE)) {
    const response = await call((client) => client.orders.batchGet({ orderIds }));
    for (const order of response.orders ?? []) {
      if (order.id) {
        orders.set(order.id, order);
      }
    }
  }
  return orders;
}

/** Returns customers by id, omitting those that do not exist at Square. */
export async function fetchCustomers(call: SquareRequest, ids: Ids): Promise<Map<string, Square.Customer>> {
  const customers = new Map<string, Square.Customer>();
  for (const customerIds of chunk(uniqueIds(ids), BATCH_SIZE)) {
    const response = await call((client) => client.customers.bulkRetrieveCustomers({ customerIds }));
    for (const [id, { customer }] of Object.entries(response.responses ?? {})) {
      if (customer) {
        customers.set(id, customer);
      }
    }
  }
  return customers;
}

/** Reads customers and caches them for one run, because a few customers pay most invoices. */
export type CustomerReader = (ids: Ids) => Promise<ReadonlyMap<string, Square.Customer>>;

/** @param read sends the requests for customers that are not cached */
export function createCustomerReader(
  call: SquareRequest,
  read: BatchRead<Square.Customer> = fetchCustomers,
): CustomerReader {
  const customers = new Map<string, Square.Customer>();
  const requestedIds = new Set<string>();
  return async (ids) => {
    const idsToRequest = uniqueIds(ids).filter((id) => !requestedIds.has(id));
    const found = await read(call, idsToRequest);
    for (const id of idsToRequest) {
      requestedIds.add(id);
      const customer = found.get(id);
      if (customer) {
        customers.set(id, customer);
      }
    }
    return customers;
  };
}

function uniqueIds(ids: Ids): string[] {
  return [...new Set(ids.flatMap((id) => (id ? [id] : [])))];
}
