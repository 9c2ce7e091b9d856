import type { Hono } from "hono";
import { emitOrderEvent } from "../actions/emit-events.ts";
import { cancelOrder, createOrder } from "../actions/orders.ts";
import type { Simulation } from "../simulation.ts";
import { findRecord, readObjectField, readOptionalString, readStringList } from "./http/fields.ts";
import { handleOperation } from "./http/handle-operation.ts";
import { formatListResponse } from "./http/list-response.ts";
import { paginate } from "./http/paginate.ts";
import { sortByKey } from "./http/sorted-list.ts";
import { SquareApiError } from "./http/square-api-error.ts";
import { parseOrder } from "./order-fields.ts";
import { parseOrderFilter } from "./order-filter.ts";

const MAX_BATCH_SIZE = 100;
const MAX_LOCATIONS = 10;
const SEARCH_LIMITS = { defaultLimit: 500, maxLimit: 1000 };

/** Orders: get, batch-retrieve, search, create, cancel. */
export function registerOrders(app: Hono, simulation: Simulation): void {
  const { store } = simulation;

  handleOperation(app, simulation, "BatchRetrieveOrders", ({ body }) => {
    const orderIds = readStringList(body, "order_ids", MAX_BATCH_SIZE);
    const locationId = readOptionalString(body, "location_id");
    // Square omits unknown ids without an error.
    const orders = orderIds.flatMap((id) => store.state.orders[id] ?? []);
    const items = orders.filter((order) => !locationId || order.location_id === locationId);
    return formatListResponse("orders", { items }, simulation.behavior);
  });

  handleOperation(app, simulation, "RetrieveOrder", ({ id }) => ({
    order: findRecord(store.state.orders, id, "Order"),
  }));

  handleOperation(app, simulation, "SearchOrders", ({ body, now }) => {
    const locationIds = readStringList(body, "location_ids", MAX_LOCATIONS);
    const query = readObjectField(body, "query");
    const matches = parseOrderFilter(readObjectField(query, "filter"));
    const sort = readObjectField(query, "sort");
    const field = sort.sort_field === "CREATED_AT" ? "created_at" : "updated_at";
    const order = sort.sort_order === "ASC" ? "ASC" : "DESC";
    const page = paginate({
      list: sortByKey(Object.values(store.state.orders), (one) => `${one[field]}/${one.id}`),
      matches: (one) => locationIds.includes(one.location_id) && matches(one),
      order,
      query: ["SearchOrders", locationIds, query],
      cursor: body.cursor,
      limit: body.limit,
      ...SEARCH_LIMITS,
      now,
    });
    return formatListResponse("orders", page, simulation.behavior);
  });

  handleOperation(app, simulation, "CreateOrder", ({ body }) => {
    const draft = parseOrder(readObjectField(body, "order"));
    findRecord(store.state.locations, draft.locationId, "Location");
    const order = store.commit((change) => {
      const newOrder = createOrder(change, draft);
      emitOrderEvent(change, "order.created", newOrder);
      return newOrder;
    });
    return { order };
  });

  handleOperation(app, simulation, "UpdateOrder", ({ id, body }) => {
    const order = findRecord(store.state.orders, id, "Order");
    const changes = readObjectField(body, "order");
    if (changes.version !== order.version) {
      const detail = `Order with ID ${id} has version ${order.version}.`;
      throw new SquareApiError("VERSION_MISMATCH", detail, "order.version");
    }
    if (Object.values(store.state.invoices).some((invoice) => invoice.order_id === id)) {
      throw new SquareApiError("FORBIDDEN", "The order of an invoice cannot be updated.");
    }
    if (order.state !== "OPEN") {
      throw new SquareApiError("BAD_REQUEST", "Only an open order can be updated.");
    }
    if (changes.state !== "CANCELED") {
      throw new SquareApiError("BAD_REQUEST", "The simulator only cancels orders.", "order.state");
    }
    store.commit((change) => cancelOrder(change, order));
    return { order };
  });
}
