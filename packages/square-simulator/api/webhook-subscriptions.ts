import type { Hono } from "hono";
import type { Simulation } from "../simulation.ts";
import { ids, secrets } from "../state/ids.ts";
import { attemptDelivery } from "../webhooks/attempt.ts";
import { EVENT_TYPES, isPublishedEvent } from "../webhooks/event-types.ts";
import { testEvent } from "../webhooks/test-event.ts";
import type { WebhookSubscription } from "../wire/webhook.ts";
import type { Body } from "./answer.ts";
import { answer } from "./answer.ts";
import { found, objectIn, optionalText, requiredText, textList } from "./fields.ts";
import { listAnswer } from "./list-answer.ts";
import { SquareFailure } from "./square-failure.ts";

const API_VERSION = "2026-09-16";

/** The application's listeners: list, create, get, update, delete, new signature key, test. */
export function webhookSubscriptionEndpoints(app: Hono, simulation: Simulation): void {
  const { store, behaviour, listening } = simulation;
  const find = (id: string) => found(store.state.webhookSubscriptions, id, "Webhook subscription");

  answer(app, simulation, "ListWebhookSubscriptions", ({ query }) => {
    const all = Object.values(store.state.webhookSubscriptions).map(withoutKey);
    const items = all.filter(({ enabled }) => enabled || query.include_disabled === "true");
    return listAnswer("subscriptions", { items }, behaviour);
  });

  answer(app, simulation, "RetrieveWebhookSubscription", ({ id }) => ({
    subscription: withoutKey(find(id)),
  }));

  answer(app, simulation, "CreateWebhookSubscription", ({ body, now }) => {
    const draft = objectIn(body, "subscription");
    const at = now.toISOString();
    const fields = {
      name: requiredText(draft, "name"),
      enabled: draft.enabled !== false,
      event_types: eventTypes(draft) ?? EVENT_TYPES,
      notification_url: webAddress(requiredText(draft, "notification_url")),
      api_version: optionalText(draft, "api_version") ?? API_VERSION,
    };
    const subscription = store.commit(({ state }) => {
      const id = ids.webhookSubscription(state);
      const made = { id, ...fields, signature_key: secrets.signatureKey(), created_at: at, updated_at: at };
      state.webhookSubscriptions[id] = made;
      return made;
    });
    return { subscription };
  });

  answer(app, simulation, "UpdateWebhookSubscription", ({ id, body, now }) => {
    const subscription = find(id);
    const draft = objectIn(body, "subscription");
    const url = optionalText(draft, "notification_url");
    const changes = {
      name: optionalText(draft, "name") ?? subscription.name,
      enabled: typeof draft.enabled === "boolean" ? draft.enabled : subscription.enabled,
      event_types: eventTypes(draft) ?? subscription.event_types,
      notification_url: url === undefined ? subscription.notification_url : webAddress(url),
      updated_at: now.toISOString(),
    };
    store.commit(() => Object.assign(subscription, changes));
    return { subscription: withoutKey(subscription) };
  });

  answer(app, simulation, "DeleteWebhookSubscription", ({ id }) => {
    find(id);
    store.commit(({ state }) => {
      delete state.webhookSubscriptions[id];
    });
    return {};
  });

  answer(app, simulation, "UpdateWebhookSubscriptionSignatureKey", ({ id, now }) => {
    const subscription = find(id);
    const signature_key = secrets.signatureKey();
    store.commit(() => Object.assign(subscription, { signature_key, updated_at: now.toISOString() }));
    return { signature_key };
  });

  answer(app, simulation, "TestWebhookSubscription", async ({ id, body, now }) => {
    const subscription = find(id);
    const type = optionalText(body, "event_type") ?? subscription.event_types[0] ?? "invoice.updated";
    if (!isPublishedEvent(type))
      throw new SquareFailure("INVALID_VALUE", "Unknown event type.", "event_type");
    const delivery = store.commit((change) => testEvent(change, subscription, type));
    const setting = { at: now, timeoutMs: listening.timeoutMs };
    const result = await attemptDelivery(listening.deliver, delivery, subscription, null, setting);
    const at = now.toISOString();
    return {
      subscription_test_result: {
        id: delivery.eventId,
        status_code: result.status,
        payload: delivery.body,
        created_at: at,
        updated_at: at,
        notification_url: subscription.notification_url,
        passes_filter: subscription.event_types.includes(type),
      },
    };
  });
}

/** The key is told once, when it is made. */
function withoutKey({ signature_key: _, ...subscription }: WebhookSubscription) {
  return subscription;
}

function eventTypes(draft: Body): string[] | undefined {
  if (draft.event_types === undefined) return undefined;
  const types = textList(draft, "event_types", EVENT_TYPES.length);
  const unknown = types.find((type) => !isPublishedEvent(type));
  if (unknown) throw new SquareFailure("INVALID_VALUE", `Unknown event type ${unknown}.`, "event_types");
  return types;
}

function webAddress(value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) {
    throw new SquareFailure("INVALID_VALUE", "Expected a web address.", "notification_url");
  }
  return value;
}
