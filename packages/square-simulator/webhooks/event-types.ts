/**
 * Event types that the simulator sends, each with the OAuth scope that it requires. A test compares them with Square's
 * published list.
 */
export const EVENT_SCOPES = {
  "customer.created": "CUSTOMERS_READ",
  "customer.deleted": "CUSTOMERS_READ",
  "customer.updated": "CUSTOMERS_READ",
  "invoice.canceled": "INVOICES_READ",
  "invoice.created": "INVOICES_READ",
  "invoice.deleted": "INVOICES_READ",
  "invoice.payment_made": "INVOICES_READ",
  "invoice.published": "INVOICES_READ",
  "invoice.refunded": "INVOICES_READ",
  "invoice.scheduled_charge_failed": "INVOICES_READ",
  "invoice.updated": "INVOICES_READ",
  "oauth.authorization.revoked": null,
  "order.created": "ORDERS_READ",
  "order.updated": "ORDERS_READ",
  "payment.created": "PAYMENTS_READ",
  "payment.updated": "PAYMENTS_READ",
  "refund.created": "PAYMENTS_READ",
  "refund.updated": "PAYMENTS_READ",
  "subscription.created": "SUBSCRIPTIONS_READ",
  "subscription.updated": "SUBSCRIPTIONS_READ",
} as const satisfies Record<string, string | null>;

export type EventType = keyof typeof EVENT_SCOPES;

export const EVENT_TYPES = Object.keys(EVENT_SCOPES);

/** Whether the event type is in Square's published list. */
export function isPublishedEvent(type: string): type is EventType {
  return Object.hasOwn(EVENT_SCOPES, type);
}

/** The scope an event type requires, or null if it requires none or is not a published type. */
export function getRequiredScope(type: string): string | null {
  return isPublishedEvent(type) ? EVENT_SCOPES[type] : null;
}
