import type { Order } from "../wire/order.ts";
import { readObjectField, readOptionalString, readStringList } from "./http/fields.ts";
import type { RequestBody } from "./http/handle-operation.ts";

/** Parses the filter of SearchOrders. Square has no filter by reference or metadata. */
export function parseOrderFilter(filter: RequestBody): (order: Order) => boolean {
  const customers = readList(readObjectField(filter, "customer_filter"), "customer_ids");
  const states = readList(readObjectField(filter, "state_filter"), "states");
  const times = readObjectField(filter, "date_time_filter");
  const createdAt = parseRange(readObjectField(times, "created_at"));
  const updatedAt = parseRange(readObjectField(times, "updated_at"));
  return (order) =>
    (customers === null || customers.includes(order.customer_id ?? "")) &&
    (states === null || states.includes(order.state)) &&
    createdAt(order.created_at) &&
    updatedAt(order.updated_at);
}

function readList(filter: RequestBody, field: string): string[] | null {
  return filter[field] === undefined ? null : readStringList(filter, field, 10);
}

function parseRange(range: RequestBody): (time: string) => boolean {
  const start = Date.parse(readOptionalString(range, "start_at") ?? "");
  const end = Date.parse(readOptionalString(range, "end_at") ?? "");
  return (time) =>
    (Number.isNaN(start) || Date.parse(time) >= start) && (Number.isNaN(end) || Date.parse(time) <= end);
}
