import { z } from "zod";
import type { EventAction, InvoiceEventTimes, ProviderEvent } from "#server/payments/payment-provider.ts";
import { isWebhookEventType, type WebhookEventType } from "#server/payments/square/event-types.ts";
import { toMilliseconds } from "#server/payments/square/mapping/invoice-payments.ts";

const MergeSchema = z.object({
  event_context: z.object({
    merge: z.object({ from_customer_ids: z.array(z.string()), to_customer_id: z.string() }),
  }),
});
const InvoiceSchema = z.object({
  invoice: z.object({ version: z.number().nullish(), status: z.string().nullish() }),
});
const PaymentSchema = z.object({
  payment: z.object({ order_id: z.string(), updated_at: z.string().nullish() }),
});
const RefundSchema = z.object({
  refund: z.object({ payment_id: z.string(), updated_at: z.string().nullish() }),
});
const OrderSchema = z.record(z.string(), z.object({ version: z.number().nullish() }));
const RevocationSchema = z.object({ revocation: z.object({ revoked_at: z.string() }) });

/** The fields of an event's object that `parseEvent` uses, by the part of the type before the first dot. */
const OBJECT_SCHEMAS = new Map<string, z.ZodType>([
  ["customer", MergeSchema],
  ["invoice", InvoiceSchema],
  ["oauth", RevocationSchema],
  ["order", OrderSchema],
  ["payment", PaymentSchema],
  ["refund", RefundSchema],
]);

/**
 * Returns only the fields of an event's object that `parseEvent` uses, so that stored events contain no personal data,
 * such as a customer's name and address.
 */
export function minimizeEventObject(type: string, object: unknown): unknown {
  const [prefix = ""] = type.split(".");
  return OBJECT_SCHEMAS.get(prefix)?.safeParse(object).data;
}

/** Events whose creation time is stored, with the field that contains it. */
const TIME_FIELDS: readonly (readonly [WebhookEventType, keyof InvoiceEventTimes])[] = [
  ["invoice.published", "publishedAt"],
  ["invoice.payment_made", "paidAt"],
  ["invoice.scheduled_charge_failed", "chargeFailedAt"],
];

/**
 * Returns the action that a Square event requires. Events only identify what changed. Processing reads the current data
 * from Square, so repeated or reordered events are harmless.
 */
export function parseEvent({ type, createdAt, data }: ProviderEvent): EventAction {
  if (type === "oauth.authorization.revoked") {
    return { kind: "authorization-revoked", at: parseRevokedAt(data.object) };
  }
  // Only drafts can be deleted in Square, and drafts are not stored.
  if (type === "invoice.deleted") {
    return { kind: "ignore", reason: "Drafts are skipped" };
  }
  // For each change of an object, Square also sends a type on the list, such as invoice.updated.
  if (!isWebhookEventType(type)) {
    return { kind: "ignore", reason: "No action needed" };
  }
  const { id } = data;
  if (!id) {
    return { kind: "ignore", reason: "The event has no object id" };
  }
  if (type.startsWith("invoice.")) {
    return toInvoiceAction(id, data.object, createdAt ? getEventTimes(type, createdAt) : {});
  }
  if (type.startsWith("payment.")) {
    return toPaymentAction(id, data.object);
  }
  if (type.startsWith("refund.")) {
    return toRefundAction(id, data.object);
  }
  if (type.startsWith("order.")) {
    return toOrderAction(id, data.object);
  }
  if (type.startsWith("subscription.")) {
    return { kind: "subscription-changed", id };
  }
  return toCustomerAction(type, id, data.object);
}

function toInvoiceAction(id: string, object: unknown, times: InvoiceEventTimes): EventAction {
  const { invoice } = InvoiceSchema.safeParse(object).data ?? {};
  if (invoice?.status === "DRAFT") {
    return { kind: "ignore", reason: "Drafts are skipped" };
  }
  return { kind: "invoice-changed", id, version: invoice?.version ?? null, times };
}

/** Ignores payments without an order, which belong to the merchant's other sales. */
function toPaymentAction(id: string, object: unknown): EventAction {
  const { payment } = PaymentSchema.safeParse(object).data ?? {};
  if (!payment) {
    return { kind: "ignore", reason: "The payment has no order" };
  }
  return {
    kind: "payment-changed",
    id,
    orderId: payment.order_id,
    version: toMilliseconds(payment.updated_at),
  };
}

/** A refund has a separate order, so its invoice is found through the payment. */
function toRefundAction(id: string, object: unknown): EventAction {
  const { refund } = RefundSchema.safeParse(object).data ?? {};
  if (!refund) {
    return { kind: "ignore", reason: "The refund has no payment" };
  }
  return {
    kind: "refund-changed",
    id,
    paymentId: refund.payment_id,
    version: toMilliseconds(refund.updated_at),
  };
}

/** Each type of order event uses a different name for its object. */
function toOrderAction(id: string, object: unknown): EventAction {
  const order = Object.values(OrderSchema.safeParse(object).data ?? {})[0];
  return { kind: "order-changed", id, version: order?.version ?? 0 };
}

/** Returns the times that Square's invoices do not contain or only estimate. */
function getEventTimes(type: string, at: Date): InvoiceEventTimes {
  const field = new Map<string, keyof InvoiceEventTimes>(TIME_FIELDS).get(type);
  return field ? { [field]: at } : {};
}

/**
 * A merge is reported in events about the created and deleted customers. Any other event means that the customer
 * changed.
 */
function toCustomerAction(type: string, id: string, object: unknown): EventAction {
  const parsed = MergeSchema.safeParse(object);
  if (parsed.success) {
    const { from_customer_ids, to_customer_id } = parsed.data.event_context.merge;
    return { kind: "customers-merged", from: from_customer_ids, to: to_customer_id };
  }
  // Keep a deleted customer's invoices, because they still belong to its client.
  if (type === "customer.deleted") {
    return { kind: "ignore", reason: "The customer was deleted" };
  }
  return { kind: "customer-changed", id };
}

function parseRevokedAt(object: unknown): Date | null {
  const revokedAt = new Date(RevocationSchema.safeParse(object).data?.revocation.revoked_at ?? "");
  return Number.isNaN(revokedAt.getTime()) ? null : revokedAt;
}
