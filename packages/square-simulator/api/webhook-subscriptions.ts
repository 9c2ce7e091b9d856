import type { Hono } from "hono";
import type { Simulation } from "../simulation.ts";
import { ids, secrets } from "../state/ids.ts";
import { attemptDelivery } from "../webhooks/attempt-delivery.ts";
import { EVENT_TYPES, isPublishedEvent } from "../webhooks/event-types.ts";
import { createTestDelivery } from "../webhooks/test-event.ts";
import type { WebhookSubscription } from "../wire/webhook.ts";
import {
  findRecord,
  readObjectField,
  readOptionalString,
  readRequiredString,
  readStringList,
} from "./http/fields.ts";
import type { RequestBody } from "./http/handle-operation.ts";
import { handleOperation } from "./http/handle-operation.ts";
import { formatListResponse } from "./http/list-response.ts";
import { SquareApiError } from "./http/square-api-error.ts";

const API_VERSION = "2026-09-16";

/** Webhook subscriptions: list, create, get, update, delete, rotate the signature key, test. */
export function registerWebhookSubscriptions(app: Hono, simulation: Simulation): void {
  const { store, behavior, webhookDelivery } = simulation;
  const find = (id: string) => findRecord(store.state.webhookSubscriptions, id, "Webhook subscription");

  handleOperation(app, simulation, "ListWebhookSubscriptions", ({ query }) => {
    const all = Object.values(store.state.webhookSubscriptions).map(omitSignatureKey);
    const items = all.filter(({ enabled }) => enabled || query.include_disabled === "true");
    return formatListResponse("subscriptions", { items }, behavior);
  });

  handleOperation(app, simulation, "RetrieveWebhookSubscription", ({ id }) => ({
    subscription: omitSignatureKey(find(id)),
  }));

  handleOperation(app, simulation, "CreateWebhookSubscription", ({ body, now }) => {
    const draft = readObjectField(body, "subscription");
    const at = now.toISOString();
    const fields = {
      name: readRequiredString(draft, "name"),
      enabled: draft.enabled !== false,
      event_types: parseEventTypes(draft) ?? EVENT_TYPES,
      notification_url: parseUrl(readRequiredString(draft, "notification_url")),
      api_version: readOptionalString(draft, "api_version") ?? API_VERSION,
    };
    const subscription = store.commit(({ state }) => {
      const id = ids.webhookSubscription(state);
      const created = {
        id,
        ...fields,
        signature_key: secrets.signatureKey(),
        created_at: at,
        updated_at: at,
      };
      state.webhookSubscriptions[id] = created;
      return created;
    });
    return { subscription };
  });

  handleOperation(app, simulation, "UpdateWebhookSubscription", ({ id, body, now }) => {
    const subscription = find(id);
    const draft = readObjectField(body, "subscription");
    const url = readOptionalString(draft, "notification_url");
    const changes = {
      name: readOptionalString(draft, "name") ?? subscription.name,
      enabled: typeof draft.enabled === "boolean" ? draft.enabled : subscription.enabled,
      event_types: parseEventTypes(draft) ?? subscription.event_types,
      notification_url: url === undefined ? subscription.notification_url : parseUrl(url),
      updated_at: now.toISOString(),
    };
    store.commit(() => Object.assign(subscription, changes));
    return { subscription: omitSignatureKey(subscription) };
  });

  handleOperation(app, simulation, "DeleteWebhookSubscription", ({ id }) => {
    find(id);
    store.commit(({ state }) => {
      delete state.webhookSubscriptions[id];
    });
    return {};
  });

  handleOperation(app, simulation, "UpdateWebhookSubscriptionSignatureKey", ({ id, now }) => {
    const subscription = find(id);
    const signature_key = secrets.signatureKey();
    store.commit(() => Object.assign(subscription, { signature_key, updated_at: now.toISOString() }));
    return { signature_key };
  });

  handleOperation(app, simulation, "TestWebhookSubscription", async ({ id, body, now }) => {
    const subscription = find(id);
    const type = readOptionalString(body, "event_type") ?? subscription.event_types[0] ?? "invoice.updated";
    if (!isPublishedEvent(type)) {
      throw new SquareApiError("INVALID_VALUE", "Unknown event type.", "event_type");
    }
    const delivery = store.commit((change) => createTestDelivery(change, subscription, type));
    const options = { at: now, timeoutMs: webhookDelivery.timeoutMs };
    const result = await attemptDelivery(webhookDelivery.deliver, delivery, subscription, null, options);
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

/** Square returns the signature key only on creation. */
function omitSignatureKey({ signature_key: _, ...subscription }: WebhookSubscription) {
  return subscription;
}

function parseEventTypes(draft: RequestBody): string[] | undefined {
  if (draft.event_types === undefined) {
    return undefined;
  }
  const types = readStringList(draft, "event_types", EVENT_TYPES.length);
  const unknown = types.find((type) => !isPublishedEvent(type));
  if (unknown) {
    throw new SquareApiError("INVALID_VALUE", `Unknown event type ${unknown}.`, "event_types");
  }
  return types;
}

function parseUrl(value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) {
    throw new SquareApiError("INVALID_VALUE", "Expected an http or https URL.", "notification_url");
  }
  return value;
}
