import { z } from "zod";
import type { ProviderEvent } from "#server/payments/provider.ts";

/** The envelope of a notification, as it is received and as it is stored. */
export const EventBody = z.looseObject({
  event_id: z.string().min(1).max(200),
  type: z.string().min(1).max(200),
  merchant_id: z.string().max(200).nullish(),
  created_at: z.string().nullish(),
  data: z.looseObject({ id: z.string().nullish(), object: z.unknown().optional() }).nullish(),
});
export type EventBody = z.infer<typeof EventBody>;

/** The event in the port's words. */
export function asProviderEvent(body: EventBody): ProviderEvent {
  const createdAt = new Date(body.created_at ?? "");
  return {
    eventId: body.event_id,
    merchantId: body.merchant_id ?? null,
    type: body.type,
    createdAt: Number.isNaN(createdAt.getTime()) ? null : createdAt,
    data: { id: body.data?.id ?? null, object: body.data?.object },
  };
}
