import type { Hono } from "hono";
import { emitOrderEvent } from "../actions/emit-events.ts";
import type { LineDraft } from "../actions/orders.ts";
import { createOrder } from "../actions/orders.ts";
import type { Simulation } from "../simulation.ts";
import {
  findRecord,
  readObjectField,
  readOptionalString,
  readRequiredString,
  readStringList,
} from "./http/fields.ts";
import { handleOperation } from "./http/handle-operation.ts";
import { formatListResponse } from "./http/list-response.ts";
import { SquareApiError } from "./http/square-api-error.ts";

const MAX_BATCH_SIZE = 100;

/** Orders: get, batch-retrieve, create. */
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

  handleOperation(app, simulation, "CreateOrder", ({ body }) => {
    const draft = readObjectField(body, "order");
    const locationId = readRequiredString(draft, "location_id");
    findRecord(store.state.locations, locationId, "Location");
    const lines = Array.isArray(draft.line_items) ? draft.line_items.map(parseLineItem) : [];
    const order = store.commit((change) => {
      const newOrder = createOrder(change, {
        locationId,
        customerId: readOptionalString(draft, "customer_id"),
        referenceId: readOptionalString(draft, "reference_id"),
        lines,
      });
      emitOrderEvent(change, "order.created", newOrder);
      return newOrder;
    });
    return { order };
  });
}

function parseLineItem(value: unknown): LineDraft {
  const line = readObjectField({ line: value }, "line");
  const price = readObjectField(line, "base_price_money");
  const quantity = Number(readRequiredString(line, "quantity"));
  if (!Number.isInteger(quantity) || quantity < 1) {
    throw new SquareApiError("INVALID_VALUE", "Only whole quantities are supported.", "line_items.quantity");
  }
  if (!Number.isSafeInteger(price.amount) || Number(price.amount) < 0) {
    throw new SquareApiError(
      "EXPECTED_INTEGER",
      "Expected an integer of at least 0.",
      "line_items.base_price_money.amount",
    );
  }
  return {
    name: readOptionalString(line, "name") ?? "Item",
    unitCents: Number(price.amount),
    quantity,
    ...(typeof line.note === "string" ? { note: line.note } : {}),
  };
}
