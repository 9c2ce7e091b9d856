import { ids } from "../state/ids.ts";
import type { Change } from "../state/store.ts";
import { EVENT_TYPES } from "./event-types.ts";

const CONFIGURED_SUBSCRIPTION = "Configured at start";

/** Updates the webhook subscription from the options, or disables it if they contain no webhook. */
export function configureSubscription(
  change: Change,
  webhook: { url: string; signatureKey: string } | undefined,
): void {
  const { state } = change;
  const existing = Object.values(state.webhookSubscriptions).find(
    ({ name }) => name === CONFIGURED_SUBSCRIPTION,
  );
  if (!webhook) {
    if (existing) {
      existing.enabled = false;
    }
    return;
  }
  const at = change.at.toISOString();
  const id = existing?.id ?? ids.webhookSubscription(state);
  state.webhookSubscriptions[id] = {
    id,
    name: CONFIGURED_SUBSCRIPTION,
    enabled: true,
    event_types: EVENT_TYPES,
    notification_url: webhook.url,
    api_version: "2026-09-16",
    signature_key: webhook.signatureKey,
    created_at: existing?.created_at ?? at,
    updated_at: at,
  };
}
