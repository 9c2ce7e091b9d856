import { ids } from "../state/ids.ts";
import type { Delivery } from "../state/state.ts";
import type { Change } from "../state/store.ts";
import type { WebhookEvent, WebhookSubscription } from "../wire/webhook.ts";

/** Creates a delivery for the "test webhook" operation. It is never retried and not recorded in the journal. */
export function createTestDelivery(
  change: Change,
  subscription: WebhookSubscription,
  type: string,
): Delivery {
  const [objectType = "object"] = type.split(".");
  const event: WebhookEvent = {
    merchant_id: change.state.merchant.id,
    type,
    event_id: ids.event(change.state),
    created_at: change.at.toISOString(),
    data: { type: objectType, id: ids.uid(change.state) },
  };
  return {
    id: event.event_id,
    eventId: event.event_id,
    eventType: type,
    webhookSubscriptionId: subscription.id,
    body: JSON.stringify(event),
    status: "pending",
    nextAttemptAt: change.at.toISOString(),
    attempts: [],
  };
}
