import type { Hono } from "hono";
import {
  cancelSubscription,
  createSubscription,
  pauseSubscription,
  resumeSubscription,
} from "../actions/subscriptions.ts";
import type { Simulation } from "../simulation.ts";
import { billingSetting } from "../simulation.ts";
import type { Subscription } from "../wire/subscription.ts";
import type { Body } from "./answer.ts";
import { answer } from "./answer.ts";
import { found, objectIn, optionalText, requiredText } from "./fields.ts";
import { listAnswer } from "./list-answer.ts";
import { moneyIn } from "./money-field.ts";
import { pageOf } from "./page-of.ts";
import { SquareFailure } from "./square-failure.ts";

const PAGE_LIMITS = { defaultLimit: 200, maxLimit: 200 };

/** Subscriptions: create, search, get, cancel, pause, resume. */
export function subscriptionEndpoints(app: Hono, simulation: Simulation): void {
  const { store, behaviour } = simulation;
  const changeable = (id: string): Subscription => {
    const subscription = found(store.state.subscriptions, id, "Subscription");
    if (subscription.status === "CANCELED" || subscription.canceled_date) {
      throw new SquareFailure("BAD_REQUEST", "The subscription is, or will be, canceled.");
    }
    return subscription;
  };

  answer(app, simulation, "CreateSubscription", ({ body }) => {
    const { state } = store;
    const location = found(state.locations, requiredText(body, "location_id"), "Location");
    const customer = state.customers[requiredText(body, "customer_id")];
    if (!customer) throw new SquareFailure("CUSTOMER_NOT_FOUND", "No such customer.", "customer_id");
    if (!customer.email_address) throw new SquareFailure("CUSTOMER_MISSING_EMAIL", "An e-mail is required.");
    const draft = {
      location,
      customer,
      variation: found(state.catalog, requiredText(body, "plan_variation_id"), "Plan variation"),
      startDate: dateIn(body, "start_date"),
      priceOverride: moneyIn(body, "price_override_money"),
      cardId: optionalText(body, "card_id"),
      sourceName: optionalText(objectIn(body, "source"), "name"),
    };
    return {
      subscription: shown(
        store.commit((change) => createSubscription(change, draft, billingSetting(simulation))),
      ),
    };
  });

  answer(app, simulation, "SearchSubscriptions", ({ body, now }) => {
    const filter = objectIn(objectIn(body, "query"), "filter");
    const allows = (name: string, value: string) => {
      const allowed = filter[name];
      return !Array.isArray(allowed) || allowed.length === 0 || allowed.includes(value);
    };
    const page = pageOf({
      items: Object.values(store.state.subscriptions).filter(
        (each) =>
          allows("customer_ids", each.customer_id) &&
          allows("location_ids", each.location_id) &&
          allows("source_names", each.source.name),
      ),
      keyOf: (subscription) => `${subscription.created_at}/${subscription.id}`,
      order: "ASC",
      query: ["SearchSubscriptions", filter],
      cursor: body.cursor,
      limit: body.limit,
      ...PAGE_LIMITS,
      now,
    });
    const withActions = Array.isArray(body.include) && body.include.includes("actions");
    const items = withActions ? page.items : page.items.map(shown);
    return listAnswer("subscriptions", { ...page, items }, behaviour);
  });

  answer(app, simulation, "RetrieveSubscription", ({ id, query }) => {
    const subscription = found(store.state.subscriptions, id, "Subscription");
    return { subscription: query.include?.includes("actions") ? subscription : shown(subscription) };
  });

  answer(app, simulation, "CancelSubscription", ({ id }) => {
    const subscription = changeable(id);
    const action = store.commit((change) => cancelSubscription(change, subscription));
    return { subscription: shown(subscription), actions: [action] };
  });

  answer(app, simulation, "PauseSubscription", ({ id, body }) => {
    const subscription = changeable(id);
    if (subscription.status !== "ACTIVE") throw new SquareFailure("BAD_REQUEST", "It is not active.");
    const from = dateIn(body, "pause_effective_date");
    const until = dateIn(body, "resume_effective_date");
    const actions = store.commit((change) => pauseSubscription(change, subscription, from, until));
    return { subscription: shown(subscription), actions };
  });

  answer(app, simulation, "ResumeSubscription", ({ id, body }) => {
    const subscription = changeable(id);
    if (subscription.status !== "PAUSED" && subscription.status !== "DEACTIVATED") {
      throw new SquareFailure("BAD_REQUEST", "Only a paused or deactivated subscription can be resumed.");
    }
    const from = dateIn(body, "resume_effective_date");
    const action = store.commit((change) => resumeSubscription(change, subscription, from));
    return { subscription: shown(subscription), actions: [action] };
  });
}

/** Planned actions are shown only to callers who ask for them. */
function shown({ actions: _, ...subscription }: Subscription): Omit<Subscription, "actions"> {
  return subscription;
}

function dateIn(body: Body, field: string): string | undefined {
  const date = optionalText(body, field);
  if (date !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(date)) {
    throw new SquareFailure("INVALID_DATE", "Expected YYYY-MM-DD.", field);
  }
  return date;
}
