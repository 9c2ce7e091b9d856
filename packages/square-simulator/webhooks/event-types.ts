/**
 * The events this pretended Square can send, and the scope a seller must have granted for each.
 * A test holds them against Square's published list.
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

/** Whether Square has published this type of event. */
export function isPublishedEvent(type: string): boolean {
  return type in EVENT_SCOPES;
}

/** The scope an event needs; null for those without one and for types Square does not publish. */
export function scopeOfEvent(type: string): string | null {
  return type in EVENT_SCOPES ? EVENT_SCOPES[type as EventType] : null;
}
