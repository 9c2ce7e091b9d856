import { z } from "zod";
import type { EventMeaning, ProviderEvent } from "#server/payments/provider.ts";

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
export function readEvent({ type, data }: ProviderEvent): EventMeaning {
  if (type === "oauth.authorization.revoked")
    return { kind: "authorization-revoked", at: revokedAt(data.object) };
  // Square deletes drafts only, and drafts are not stored.
  if (type === "invoice.deleted") return { kind: "nothing", why: "drafts are not stored" };
  if (type.startsWith("invoice.")) return changed("invoice-changed", data.id);
  if (type.startsWith("subscription.")) return changed("subscription-changed", data.id);
  if (type.startsWith("customer.")) return merged(data.object);
  return { kind: "nothing", why: "this type changes nothing here" };
}

function changed(kind: "invoice-changed" | "subscription-changed", id: string | null): EventMeaning {
  return id ? { kind, id } : { kind: "nothing", why: "it names nothing" };
}

function merged(object: unknown): EventMeaning {
  const parsed = Merge.safeParse(object);
  if (!parsed.success) return { kind: "nothing", why: "no customers were merged" };
  const { from_customer_ids, to_customer_id } = parsed.data.event_context.merge;
  return { kind: "customers-merged", from: from_customer_ids, to: to_customer_id };
}

function revokedAt(object: unknown): Date | null {
  const at = new Date(Revocation.safeParse(object).data?.revocation.revoked_at ?? "");
  return Number.isNaN(at.getTime()) ? null : at;
}
