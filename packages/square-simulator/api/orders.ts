import type { Hono } from "hono";
import { emitOrder } from "../actions/emit.ts";
import type { LineDraft } from "../actions/open-order.ts";
import { openOrder } from "../actions/open-order.ts";
import type { Simulation } from "../simulation.ts";
import { answer } from "./answer.ts";
import { found, objectIn, optionalText, requiredText, textList } from "./fields.ts";
import { listAnswer } from "./list-answer.ts";
import { SquareFailure } from "./square-failure.ts";

const MOST_ORDERS = 100;

/** Orders: get, batch-retrieve, create. */
export function orderEndpoints(app: Hono, simulation: Simulation): void {
  const { store } = simulation;

  answer(app, simulation, "BatchRetrieveOrders", ({ body }) => {
    const wanted = textList(body, "order_ids", MOST_ORDERS);
    const locationId = optionalText(body, "location_id");
    // Unknown ids are left out without an error.
    const orders = wanted.flatMap((id) => store.state.orders[id] ?? []);
    const items = orders.filter((order) => !locationId || order.location_id === locationId);
    return listAnswer("orders", { items }, simulation.behaviour);
  });

  answer(app, simulation, "RetrieveOrder", ({ id }) => ({ order: found(store.state.orders, id, "Order") }));

  answer(app, simulation, "CreateOrder", ({ body }) => {
    const draft = objectIn(body, "order");
    const locationId = requiredText(draft, "location_id");
    found(store.state.locations, locationId, "Location");
    const lines = Array.isArray(draft.line_items) ? draft.line_items.map(lineOf) : [];
    const order = store.commit((change) => {
      const opened = openOrder(change, {
        locationId,
        customerId: optionalText(draft, "customer_id"),
        referenceId: optionalText(draft, "reference_id"),
        lines,
      });
      emitOrder(change, "order.created", opened);
      return opened;
    });
    return { order };
  });
}

function lineOf(value: unknown): LineDraft {
  const line = objectIn({ line: value }, "line");
  const price = objectIn(line, "base_price_money");
  const quantity = Number(requiredText(line, "quantity"));
  if (!Number.isInteger(quantity) || quantity < 1) {
    throw new SquareFailure("INVALID_VALUE", "Only whole quantities are supported.", "line_items.quantity");
  }
  if (!Number.isSafeInteger(price.amount) || Number(price.amount) < 0) {
    throw new SquareFailure("EXPECTED_INTEGER", "Expected cents.", "line_items.base_price_money.amount");
  }
  return {
    name: optionalText(line, "name") ?? "Item",
    unitCents: Number(price.amount),
    quantity,
    ...(typeof line.note === "string" ? { note: line.note } : {}),
  };
}
