import type { PaymentParts } from "#server/payments/parts.ts";
import { storableJson } from "#server/payments/square/storable-text.ts";
import { EventBody } from "#server/payments/webhook-event.ts";

/**
 * Takes a notification in: the signature over the raw bytes first, then the event once, with its job in the same
 * transaction. What is done about it is the job's business.
 */
export async function receiveWebhook(
  { provider, database, jobs, log, now }: PaymentParts,
  body: Uint8Array,
  signature: string | undefined,
): Promise<"stored" | "repeated" | "refused" | "unreadable"> {
  if (!provider.isGenuine(body, signature)) return "refused";
  const event = EventBody.safeParse(storableJson(parsedJson(body)));
  if (!event.success) {
    log.warn({ bytes: body.length }, "a signed notification could not be read");
    return "unreadable";
  }
  const { event_id: eventId, merchant_id, type } = event.data;
  const isNew = await database.bypassingPolicies({ reason: "store a webhook event" }, async (query) => {
    const rows = await query(
      `insert into private.webhook_events (event_id, merchant_id, type, body, received_at)
       values ($1, $2, $3, $4, $5) on conflict (event_id) do nothing returning event_id`,
      [eventId, merchant_id ?? null, type, JSON.stringify(event.data), now()],
    );
    if (rows.length === 0) return false;
    await jobs.add(query, "process-webhook-event", { eventId });
    return true;
  });
  return isNew ? "stored" : "repeated";
}

function parsedJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"));
  } catch {
    // Signed and yet not JSON: the schema refuses it.
    return undefined;
  }
}
