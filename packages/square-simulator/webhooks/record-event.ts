import { ids } from "../state/ids.ts";
import type { Delivery, State } from "../state/state.ts";
import type { WebhookEvent } from "../wire/webhook.ts";
import { getRequiredScope, isPublishedEvent } from "./event-types.ts";

export type EventDraft = {
  type: string;
  locationId?: string;
  /** Defaults to the seller. Tests set it to send another merchant's event. */
  merchantId?: string;
  data: WebhookEvent["data"];
};

/** Appends an event to the journal and returns one delivery per matching webhook subscription. */
export function recordEvent(state: State, draft: EventDraft, at: Date): Delivery[] {
  const event: WebhookEvent = {
    merchant_id: draft.merchantId ?? state.merchant.id,
    ...(draft.locationId ? { location_id: draft.locationId } : {}),
    type: draft.type,
    event_id: ids.event(state),
    created_at: at.toISOString(),
    data: draft.data,
  };
  const body = JSON.stringify(event);
  state.sequence += 1;
  state.journal.push({
    sequence: state.sequence,
    eventId: event.event_id,
    type: event.type,
    createdAt: event.created_at,
    body,
  });
  if (!isGranted(state, draft.type)) {
    return [];
  }
  return Object.values(state.webhookSubscriptions)
    .filter((subscription) => subscription.enabled && subscribesTo(subscription.event_types, draft.type))
    .map((subscription) => {
      const delivery: Delivery = {
        id: `${event.event_id}/${subscription.id}`,
        eventId: event.event_id,
        eventType: event.type,
        webhookSubscriptionId: subscription.id,
        body,
        status: "pending",
        nextAttemptAt: at.toISOString(),
        attempts: [],
      };
      state.deliveries[delivery.id] = delivery;
      return delivery;
    });
}

/** Square sends an event only if the seller granted the application the scope to read it. */
function isGranted(state: State, type: string): boolean {
  const scope = getRequiredScope(type);
  if (scope === null) {
    return true;
  }
  // Includes expired tokens, because the seller's permission is valid until it is revoked.
  return Object.values(state.tokens).some((token) => !token.refreshRevoked && token.scopes.includes(scope));
}

function subscribesTo(eventTypes: string[], type: string): boolean {
  // Tests emit unpublished types to check that subscribers ignore them.
  return eventTypes.includes(type) || !isPublishedEvent(type);
}
