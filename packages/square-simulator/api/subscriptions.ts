import type { Hono } from "hono";
import {
  cancelSubscription,
  createSubscription,
  pauseSubscription,
  resumeSubscription,
} from "../actions/subscriptions.ts";
import type { Simulation } from "../simulation.ts";
import { billingOptions } from "../simulation.ts";
import type { Subscription } from "../wire/subscription.ts";
import { findRecord, objectField, optionalString, requiredString } from "./http/fields.ts";
import type { RequestBody } from "./http/handle-operation.ts";
import { handleOperation } from "./http/handle-operation.ts";
import { listResponse } from "./http/list-response.ts";
import { moneyField } from "./http/money-field.ts";
import { paginate } from "./http/paginate.ts";
import { SquareApiError } from "./http/square-api-error.ts";

const PAGE_LIMITS = { defaultLimit: 200, maxLimit: 200 };

/** Subscriptions: create, search, get, cancel, pause, resume. */
export function registerSubscriptions(app: Hono, simulation: Simulation): void {
  const { store, behavior } = simulation;
  const findUncanceledSubscription = (id: string): Subscription => {
    const subscription = findRecord(store.state.subscriptions, id, "Subscription");
    if (subscription.status === "CANCELED" || subscription.canceled_date) {
      throw new SquareApiError("BAD_REQUEST", "The subscription is canceled or scheduled to be canceled.");
    }
    return subscription;
  };

  handleOperation(app, simulation, "CreateSubscription", ({ body }) => {
    const { state } = store;
    const location = findRecord(state.locations, requiredString(body, "location_id"), "Location");
    const customer = state.customers[requiredString(body, "customer_id")];
    if (!customer) {
      throw new SquareApiError("CUSTOMER_NOT_FOUND", "The customer was not found.", "customer_id");
    }
    if (!customer.email_address) {
      throw new SquareApiError("CUSTOMER_MISSING_EMAIL", "The customer must have an email address.");
    }
    const draft = {
      location,
      customer,
      variation: findRecord(state.catalog, requiredString(body, "plan_variation_id"), "Plan variation"),
      startDate: dateField(body, "start_date"),
      priceOverride: moneyField(body, "price_override_money"),
      cardId: optionalString(body, "card_id"),
      sourceName: optionalString(objectField(body, "source"), "name"),
    };
    return {
      subscription: withoutActions(
        store.commit((change) => createSubscription(change, draft, billingOptions(simulation))),
      ),
    };
  });

  handleOperation(app, simulation, "SearchSubscriptions", ({ body, now }) => {
    const filter = objectField(objectField(body, "query"), "filter");
    const matchesFilter = (name: string, value: string) => {
      const allowed = filter[name];
      return !Array.isArray(allowed) || allowed.length === 0 || allowed.includes(value);
    };
    const page = paginate({
      items: Object.values(store.state.subscriptions).filter(
        (subscription) =>
          matchesFilter("customer_ids", subscription.customer_id) &&
          matchesFilter("location_ids", subscription.location_id) &&
          matchesFilter("source_names", subscription.source.name),
      ),
      sortKey: (subscription) => `${subscription.created_at}/${subscription.id}`,
      order: "ASC",
      query: ["SearchSubscriptions", filter],
      cursor: body.cursor,
      limit: body.limit,
      ...PAGE_LIMITS,
      now,
    });
    const includeActions = Array.isArray(body.include) && body.include.includes("actions");
    const items = includeActions ? page.items : page.items.map(withoutActions);
    return listResponse("subscriptions", { ...page, items }, behavior);
  });

  handleOperation(app, simulation, "RetrieveSubscription", ({ id, query }) => {
    const subscription = findRecord(store.state.subscriptions, id, "Subscription");
    return { subscription: query.include?.includes("actions") ? subscription : withoutActions(subscription) };
  });

  handleOperation(app, simulation, "CancelSubscription", ({ id }) => {
    const subscription = findUncanceledSubscription(id);
    const action = store.commit((change) => cancelSubscription(change, subscription));
    return { subscription: withoutActions(subscription), actions: [action] };
  });

  handleOperation(app, simulation, "PauseSubscription", ({ id, body }) => {
    const subscription = findUncanceledSubscription(id);
    if (subscription.status !== "ACTIVE") {
      throw new SquareApiError("BAD_REQUEST", "Only an active subscription can be paused.");
    }
    const from = dateField(body, "pause_effective_date");
    const until = dateField(body, "resume_effective_date");
    const actions = store.commit((change) => pauseSubscription(change, subscription, from, until));
    return { subscription: withoutActions(subscription), actions };
  });

  handleOperation(app, simulation, "ResumeSubscription", ({ id, body }) => {
    const subscription = findUncanceledSubscription(id);
    if (subscription.status !== "PAUSED" && subscription.status !== "DEACTIVATED") {
      throw new SquareApiError("BAD_REQUEST", "Only a paused or deactivated subscription can be resumed.");
    }
    const from = dateField(body, "resume_effective_date");
    const action = store.commit((change) => resumeSubscription(change, subscription, from));
    return { subscription: withoutActions(subscription), actions: [action] };
  });
}

/** Square returns scheduled actions only to callers that include them. */
function withoutActions({ actions: _, ...subscription }: Subscription): Omit<Subscription, "actions"> {
  return subscription;
}

function dateField(body: RequestBody, field: string): string | undefined {
  const date = optionalString(body, field);
  if (date !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(date)) {
    throw new SquareApiError("INVALID_DATE", "Expected YYYY-MM-DD.", field);
  }
  return date;
}
