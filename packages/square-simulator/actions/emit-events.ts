import { serializeInvoice } from "../rules/next-payment.ts";
import type { Change } from "../state/store.ts";
import type { EventType } from "../webhooks/event-types.ts";
import type { Invoice } from "../wire/invoice.ts";
import type { Order } from "../wire/order.ts";
import type { Payment, PaymentRefund } from "../wire/payment.ts";
import type { Customer } from "../wire/seller.ts";
import type { Subscription } from "../wire/subscription.ts";

type EventTypeOf<Noun extends string> = Extract<EventType, `${Noun}.${string}`>;

export function emitInvoiceEvent(change: Change, type: EventTypeOf<"invoice">, invoice: Invoice): void {
  const object = { invoice: serializeInvoice(invoice, change.at) };
  change.emit({ type, locationId: invoice.location_id, data: { type: "invoice", id: invoice.id, object } });
}

export function emitPaymentEvent(change: Change, type: EventTypeOf<"payment">, payment: Payment): void {
  change.emit({ type, data: { type: "payment", id: payment.id, object: { payment: { ...payment } } } });
}

export function emitRefundEvent(change: Change, type: EventTypeOf<"refund">, refund: PaymentRefund): void {
  change.emit({ type, data: { type: "refund", id: refund.id, object: { refund: { ...refund } } } });
}

export function emitSubscriptionEvent(
  change: Change,
  type: EventTypeOf<"subscription">,
  subscription: Subscription,
): void {
  // Scheduled actions are returned only to callers that include them.
  const { actions: _, ...withoutActions } = subscription;
  change.emit({
    type,
    data: { type: "subscription", id: subscription.id, object: { subscription: withoutActions } },
  });
}

/** @param context Ids of the merged customers and of the resulting one, for a merge. */
export function emitCustomerEvent(
  change: Change,
  type: EventTypeOf<"customer">,
  customer: Customer,
  context?: { merge: { from_customer_ids: string[]; to_customer_id: string } },
): void {
  const deleted = type === "customer.deleted" ? { deleted: true } : {};
  const object = { customer: { ...customer }, ...(context ? { event_context: context } : {}) };
  change.emit({ type, data: { type: "customer", id: customer.id, ...deleted, object } });
}

/** Order events contain a summary without line items. */
export function emitOrderEvent(change: Change, type: EventTypeOf<"order">, order: Order): void {
  const name = type === "order.created" ? "order_created" : "order_updated";
  const summary = {
    order_id: order.id,
    version: order.version,
    location_id: order.location_id,
    state: order.state,
    created_at: order.created_at,
    ...(type === "order.updated" ? { updated_at: order.updated_at } : {}),
  };
  change.emit({ type, data: { type: name, id: order.id, object: { [name]: summary } } });
}
