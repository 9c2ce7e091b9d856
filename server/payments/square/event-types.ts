/**
 * The types of webhook events to subscribe to in Square's Developer Console. `parseEvent` handles all of them.
 * docs/square.md lists them, and `npm run doctor` compares them with Square's subscriptions.
 */
export const WEBHOOK_EVENT_TYPES = [
  "customer.created",
  "customer.deleted",
  "customer.updated",
  "invoice.canceled",
  "invoice.created",
  "invoice.payment_made",
  "invoice.published",
  "invoice.refunded",
  "invoice.scheduled_charge_failed",
  "invoice.updated",
  "oauth.authorization.revoked",
  "order.updated",
  "payment.created",
  "payment.updated",
  "refund.created",
  "refund.updated",
  "subscription.created",
  "subscription.updated",
] as const;

export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

export function isWebhookEventType(type: string): type is WebhookEventType {
  return WEBHOOK_EVENT_TYPES.some((known) => known === type);
}
