import type { BatchRead } from "#server/payments/square/client/batch-collector.ts";
import { chunk } from "#server/payments/square/client/paginate.ts";
import { readJson } from "#server/payments/square/client/read-json.ts";
import type { SquareRequest } from "#server/payments/square/client/square-request.ts";
import { isJsonObject, toObject, toObjects } from "#server/payments/square/objects/json-fields.ts";
import { parseCustomer, parseOrder } from "#server/payments/square/objects/parse-objects.ts";
import type * as Square from "#server/payments/square/objects/square-objects.ts";

/** Square accepts at most 100 orders per request. The same limit is used for customers. */
const BATCH_SIZE = 100;

type Ids = readonly (string | null | undefined)[];

/** Returns orders by id, omitting those that do not exist at Square. */
export async function getOrders(call: SquareRequest, ids: Ids): Promise<Map<string, Square.Order>> {
  const responses = await Promise.all(
    chunk(uniqueIds(ids), BATCH_SIZE).map((orderIds) =>
      readJson(call, { path: "/v2/orders/batch-retrieve", body: { order_ids: orderIds } }),
    ),
  );
  const orders = responses.flatMap((response) => toObjects(response.orders, parseOrder) ?? []);
  return new Map(orders.flatMap((order) => (order.id ? [[order.id, order] as const] : [])));
}

/** Returns customers by id, omitting those that do not exist at Square. */
export async function fetchCustomers(call: SquareRequest, ids: Ids): Promise<Map<string, Square.Customer>> {
  const responses = await Promise.all(
    chunk(uniqueIds(ids), BATCH_SIZE).map((customerIds) =>
      readJson(call, { path: "/v2/customers/bulk-retrieve", body: { customer_ids: customerIds } }),
    ),
  );
  const customers = new Map<string, Square.Customer>();
  for (const { responses: results } of responses) {
    for (const [id, result] of Object.entries(isJsonObject(results) ? results : {})) {
      const customer = toObject(result, (json) => toObject(json.customer, parseCustomer));
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
