import { z } from "zod";
import type { ProviderEvent } from "#server/payments/payment-provider.ts";

/** Envelope of a webhook event, as received and as stored. */
export const WebhookEventSchema = z.looseObject({
  event_id: z.string().min(1).max(200),
  type: z.string().min(1).max(200),
  merchant_id: z.string().max(200).nullish(),
  created_at: z.string().nullish(),
  data: z.looseObject({ id: z.string().nullish(), object: z.unknown().optional() }).nullish(),
});
export type WebhookEventBody = z.infer<typeof WebhookEventSchema>;

/** Converts a webhook event to the provider-independent type. */
export function toProviderEvent(body: WebhookEventBody): ProviderEvent {
  const createdAt = new Date(body.created_at ?? "");
  return {
    eventId: body.event_id,
    merchantId: body.merchant_id ?? null,
    type: body.type,
    createdAt: Number.isNaN(createdAt.getTime()) ? null : createdAt,
    data: { id: body.data?.id ?? null, object: body.data?.object },
  };
}
