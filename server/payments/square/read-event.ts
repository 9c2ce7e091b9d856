import { z } from "zod";
import type { EventMeaning, InvoiceMoments, ProviderEvent } from "#server/payments/provider.ts";

const Merge = z.object({
  event_context: z.object({
    merge: z.object({ from_customer_ids: z.array(z.string()), to_customer_id: z.string() }),
  }),
});
const Revocation = z.object({ revocation: z.object({ revoked_at: z.string() }) });

/**
 * What one of Square's events asks for. The event only says where to look: what is stored is read anew from Square, so
 * neither order nor repetition of events can do harm.
 */
export function readEvent({ type, createdAt, data }: ProviderEvent): EventMeaning {
  if (type === "oauth.authorization.revoked")
    return { kind: "authorization-revoked", at: revokedAt(data.object) };
  // Square deletes drafts only, and drafts are not stored.
  if (type === "invoice.deleted") return { kind: "nothing", why: "drafts are not stored" };
  const { id } = data;
  if (!id) return { kind: "nothing", why: "it names nothing" };
  if (type.startsWith("invoice."))
    return { kind: "invoice-changed", id, moments: createdAt ? momentsOf(type, createdAt) : {} };
  if (type.startsWith("subscription.")) return { kind: "subscription-changed", id };
  if (type.startsWith("customer.")) return customer(type, id, data.object);
  return { kind: "nothing", why: "this type changes nothing here" };
}

/** Square dates neither publication nor failed charge on the invoice: only the event does. */
function momentsOf(type: string, at: Date): InvoiceMoments {
  if (type === "invoice.published") return { publishedAt: at };
  if (type === "invoice.payment_made") return { paidAt: at };
  if (type === "invoice.scheduled_charge_failed") return { chargeFailedAt: at };
  return {};
}

/** A merge tells of itself in the events of the customers that came and went; otherwise the customer has changed. */
function customer(type: string, id: string, object: unknown): EventMeaning {
  const parsed = Merge.safeParse(object);
  if (parsed.success) {
    const { from_customer_ids, to_customer_id } = parsed.data.event_context.merge;
    return { kind: "customers-merged", from: from_customer_ids, to: to_customer_id };
  }
  // What is stored of a customer that is gone stays: its invoices are still those of its client.
  if (type === "customer.deleted") return { kind: "nothing", why: "no customers were merged" };
  return { kind: "customer-changed", id };
}

function revokedAt(object: unknown): Date | null {
  const at = new Date(Revocation.safeParse(object).data?.revocation.revoked_at ?? "");
  return Number.isNaN(at.getTime()) ? null : at;
}
