import type { Hono } from "hono";
import {
  cancelSubscription,
  createSubscription,
  deleteAction,
  pauseSubscription,
  resumeSubscription,
} from "../actions/subscriptions.ts";
import type { Simulation } from "../simulation.ts";
import { getBillingOptions } from "../simulation.ts";
import type { Subscription } from "../wire/subscription.ts";
import { findRecord, readObjectField, readOptionalString, readRequiredString } from "./http/fields.ts";
import type { RequestBody } from "./http/handle-operation.ts";
import { handleOperation } from "./http/handle-operation.ts";
import { formatListResponse } from "./http/list-response.ts";
import { readMoneyField } from "./http/money-field.ts";
import { paginate } from "./http/paginate.ts";
import { sortByKey } from "./http/sorted-list.ts";
import { SquareApiError } from "./http/square-api-error.ts";

const PAGE_LIMITS = { defaultLimit: 200, maxLimit: 200 };

/** Subscriptions: create, search, get, cancel, delete an action, pause, resume. */
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
    const location = findRecord(state.locations, readRequiredString(body, "location_id"), "Location");
    const customer = state.customers[readRequiredString(body, "customer_id")];
    if (!customer) {
      throw new SquareApiError("CUSTOMER_NOT_FOUND", "The customer was not found.", "customer_id");
    }
    if (!customer.email_address) {
      throw new SquareApiError("CUSTOMER_MISSING_EMAIL", "The customer must have an email address.");
    }
    const draft = {
      location,
      customer,
      variation: findRecord(state.catalog, readRequiredString(body, "plan_variation_id"), "Plan variation"),
      startDate: readDateField(body, "start_date"),
      priceOverride: readMoneyField(body, "price_override_money"),
      cardId: readOptionalString(body, "card_id"),
      sourceName: readOptionalString(readObjectField(body, "source"), "name"),
    };
    return {
      subscription: omitActions(
        store.commit((change) => createSubscription(change, draft, getBillingOptions(simulation))),
      ),
    };
  });

  handleOperation(app, simulation, "SearchSubscriptions", ({ body, now }) => {
    const filter = readObjectField(readObjectField(body, "query"), "filter");
    const matchesFilter = (name: string, value: string) => {
      const allowed = filter[name];
      return !Array.isArray(allowed) || allowed.length === 0 || allowed.includes(value);
    };
    const page = paginate({
      list: sortByKey(
        Object.values(store.state.subscriptions).filter(
          (subscription) =>
            matchesFilter("customer_ids", subscription.customer_id) &&
            matchesFilter("location_ids", subscription.location_id) &&
            matchesFilter("source_names", subscription.source.name),
        ),
        (subscription) => `${subscription.created_at}/${subscription.id}`,
      ),
      order: "ASC",
      query: ["SearchSubscriptions", filter],
      cursor: body.cursor,
      limit: body.limit,
      ...PAGE_LIMITS,
      now,
    });
    const includeActions = Array.isArray(body.include) && body.include.includes("actions");
    const items = includeActions ? page.items : page.items.map(omitActions);
    return formatListResponse("subscriptions", { ...page, items }, behavior);
  });

  handleOperation(app, simulation, "RetrieveSubscription", ({ id, query }) => {
    const subscription = findRecord(store.state.subscriptions, id, "Subscription");
    return { subscription: query.include?.includes("actions") ? subscription : omitActions(subscription) };
  });

  handleOperation(app, simulation, "CancelSubscription", ({ id }) => {
    const subscription = findUncanceledSubscription(id);
    const action = store.commit((change) => cancelSubscription(change, subscription));
    return { subscription: omitActions(subscription), actions: [action] };
  });

  handleOperation(app, simulation, "DeleteSubscriptionAction", ({ id, actionId }) => {
    const subscription = findRecord(store.state.subscriptions, id, "Subscription");
    const action = subscription.actions?.find((scheduled) => scheduled.id === actionId);
    if (!action) {
      throw new SquareApiError("NOT_FOUND", "The subscription has no such action.");
    }
    store.commit((change) => deleteAction(change, subscription, action));
    return { subscription: omitActions(subscription) };
  });

  handleOperation(app, simulation, "PauseSubscription", ({ id, body }) => {
    const subscription = findUncanceledSubscription(id);
    if (subscription.status !== "ACTIVE") {
      throw new SquareApiError("BAD_REQUEST", "Only an active subscription can be paused.");
    }
    const from = readDateField(body, "pause_effective_date");
    const until = readDateField(body, "resume_effective_date");
    const actions = store.commit((change) => pauseSubscription(change, subscription, from, until));
    return { subscription: omitActions(subscription), actions };
  });

  handleOperation(app, simulation, "ResumeSubscription", ({ id, body }) => {
    const subscription = findUncanceledSubscription(id);
    if (subscription.status !== "PAUSED" && subscription.status !== "DEACTIVATED") {
      throw new SquareApiError("BAD_REQUEST", "Only a paused or deactivated subscription can be resumed.");
    }
    const from = readDateField(body, "resume_effective_date");
    const action = store.commit((change) => resumeSubscription(change, subscription, from));
    return { subscription: omitActions(subscription), actions: [action] };
  });
}

/** Square returns scheduled actions only to callers that include them. */
function omitActions({ actions: _, ...subscription }: Subscription): Omit<Subscription, "actions"> {
  return subscription;
}

function readDateField(body: RequestBody, field: string): string | undefined {
  const date = readOptionalString(body, field);
  if (date !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(date)) {
    throw new SquareApiError("INVALID_DATE", "Expected YYYY-MM-DD.", field);
  }
  return date;
}
