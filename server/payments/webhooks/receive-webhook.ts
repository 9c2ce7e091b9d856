import { parseJson } from "#server/http/request-body.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import { sanitizeJson } from "#server/payments/square/mapping/sanitize-text.ts";
import { type WebhookEventBody, WebhookEventSchema } from "#server/payments/webhooks/webhook-event.ts";

/**
 * Invoice events run first. When the payment and order events run, the change is usually stored already, so they need
 * no request to Square.
 */
const INVOICE_EVENT_PRIORITY = -10;
const OTHER_EVENT_PRIORITY = -9;

/**
 * Verifies the signature of the raw body, then stores a new event and queues a job that processes it, in one
 * transaction.
 */
export async function receiveWebhook(
  { provider, database, jobs, log, now }: PaymentContext,
  body: Uint8Array,
  signature: string | undefined,
): Promise<"stored" | "repeated" | "rejected" | "unreadable"> {
  if (!provider?.verifySignature(body, signature)) {
    return "rejected";
  }
  const event = WebhookEventSchema.safeParse(sanitizeJson(parseJson(Buffer.from(body).toString("utf8"))));
  if (!event.success) {
    log.warn({ bytes: body.length }, "failed to parse a signed webhook");
    return "unreadable";
  }
  const { event_id: eventId, merchant_id, type } = event.data;
  const isNew = await database.bypassPolicies({ reason: "store a webhook event" }, async (query) => {
    const rows = await query(
      `insert into private.webhook_events (event_id, merchant_id, type, body, received_at)
       values ($1, $2, $3, $4, $5) on conflict (event_id) do nothing returning event_id`,
      [eventId, merchant_id ?? null, type, JSON.stringify(minimizeEvent(provider, event.data)), now()],
    );
    if (rows.length === 0) {
      return false;
    }
    const priority = type.startsWith("invoice.") ? INVOICE_EVENT_PRIORITY : OTHER_EVENT_PRIORITY;
    await jobs.add(query, "process-webhook-event", { eventId }, { priority });
    return true;
  });
  return isNew ? "stored" : "repeated";
}

/** Returns the fields that processing the event requires. They contain no personal data. */
function minimizeEvent(
  provider: PaymentProvider,
  { event_id, type, merchant_id, created_at, data }: WebhookEventBody,
): WebhookEventBody {
  const object = provider.minimizeEventObject(type, data?.object);
  return { event_id, type, merchant_id, created_at, data: data && { id: data.id, object } };
}
