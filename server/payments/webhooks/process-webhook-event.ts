import { wakeWorkersAfter } from "#server/jobs/queue/wake-workers.ts";
import { openAccount } from "#server/payments/connection/account-access.ts";
import { endConnectionWithAlert } from "#server/payments/connection/connection-alerts.ts";
import { type Connection, getActiveConnection } from "#server/payments/connection/connection-store.ts";
import { hasProvider, type PaymentContext, type ProviderContext } from "#server/payments/payment-context.ts";
import type { EventAction, ProviderEvent } from "#server/payments/payment-provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { applyCustomerMerge } from "#server/payments/sync/customer-merges.ts";
import type { StoredRead } from "#server/payments/sync/read-versions.ts";
import { storeSubscriptions } from "#server/payments/sync/store-subscriptions.ts";
import { createEmptyReport } from "#server/payments/sync/sync-account.ts";
import { rematchCustomer } from "#server/payments/webhooks/apply-event.ts";
import {
  applyInvoiceEvent,
  findStoredInvoice,
  hasNoEffect,
  isInvoiceAction,
} from "#server/payments/webhooks/apply-invoice-event.ts";
import { toProviderEvent, WebhookEventSchema } from "#server/payments/webhooks/webhook-event.ts";

const RECORD_OUTCOME =
  "update private.webhook_events set outcome = $2, processed_at = $3, attempts = attempts + 1 where event_id = $1";

/**
 * Processes an event once. A replayed event is processed even if its change is already stored.
 * @throws errors that a retry may resolve, so that the job queue retries
 */
export async function processWebhookEvent(
  context: PaymentContext,
  eventId: string,
  isReplay = false,
): Promise<void> {
  if (!hasProvider(context)) {
    return;
  }
  const { database, now, provider } = context;
  const pendingEvent = await database.bypassPolicies(
    { reason: "read a webhook event", isRepeatable: true },
    async (query) => {
      const [row] = await query(
        "select body, attempts from private.webhook_events where event_id = $1 and processed_at is null",
        [eventId],
      );
      if (!row) {
        return null;
      }
      const event = toProviderEvent(WebhookEventSchema.parse(row.body));
      const connection = await getActiveConnection(query);
      const action = provider.parseEvent(event);
      if (event.merchantId !== connection?.merchant_id || !isInvoiceAction(action)) {
        return { event, connection, action, affected: null, attempts: row.attempts };
      }
      const affected = await findStoredInvoice(query, action);
      if (affected && !isReplay && hasNoEffect(affected, action)) {
        await query(RECORD_OUTCOME, [eventId, "unchanged", now()]);
        return null;
      }
      return { event, connection, action, affected, attempts: row.attempts };
    },
  );
  if (!pendingEvent) {
    return;
  }
  let outcome: string;
  try {
    outcome = await handleEvent(context, { ...pendingEvent, isReplay });
  } catch (error) {
    if (error instanceof ProviderError && error.retryAfterMs !== null) {
      await retryLater(context, { eventId, isReplay, delayMs: error.retryAfterMs, reason: error.message });
      return;
    }
    const reason = error instanceof ProviderError ? error.message : "Something went wrong on our side.";
    await recordOutcome(context, eventId, `failed: ${reason}`, null);
    throw error;
  }
  await recordOutcome(context, eventId, outcome, context.now());
}

/**
 * Queues a new job for the time when Square accepts requests again. The current job ends instead of waiting, so that it
 * neither blocks a worker nor uses up retry attempts.
 */
async function retryLater(
  context: PaymentContext,
  {
    eventId,
    isReplay,
    delayMs,
    reason,
  }: { eventId: string; isReplay: boolean; delayMs: number; reason: string },
): Promise<void> {
  await context.database.bypassPolicies({ reason: "retry a webhook event later" }, async (query) => {
    await query(RECORD_OUTCOME, [eventId, `failed: ${reason}`, null]);
    await context.jobs.add(
      query,
      "process-webhook-event",
      { eventId, isReplay },
      { runAt: new Date(Date.now() + delayMs) },
    );
  });
  wakeWorkersAfter(context, delayMs);
}

type EventOptions = {
  action: EventAction;
  affected: StoredRead | null;
  isReplay: boolean;
  attempts: number;
};
type PendingEvent = EventOptions & { event: ProviderEvent; connection: Connection | null };

async function handleEvent(
  context: ProviderContext,
  { event, connection, ...options }: PendingEvent,
): Promise<string> {
  if (!connection) {
    return "ignored: Square is not connected";
  }
  if (event.merchantId !== connection.merchant_id) {
    return "ignored: The event belongs to another merchant";
  }
  return applyEvent(context, { ...options, connection });
}

async function applyEvent(
  context: ProviderContext,
  { action, connection, affected, isReplay, attempts }: EventOptions & { connection: Connection },
): Promise<string> {
  const { database } = context;
  switch (action.kind) {
    case "ignore":
      return `ignored: ${action.reason}`;
    case "invoice-changed":
    case "order-changed":
    case "payment-changed":
    case "refund-changed":
      return applyInvoiceEvent(database, openAccount(context, connection), {
        action,
        affected,
        isReplay,
        attempts,
      });
    case "subscription-changed": {
      const subscription = await openAccount(context, connection).getSubscription(action.id);
      if (!subscription) {
        return "ignored: The subscription does not exist";
      }
      const report = createEmptyReport().subscriptions;
      await storeSubscriptions(database, [subscription], report);
      if (report.rejected[0]) {
        return `rejected: ${report.rejected[0].reason}`;
      }
      if (report.unmatched > 0) {
        return "rejected: No client matches";
      }
      return report.new + report.changed > 0 ? "applied" : "unchanged";
    }
    case "customer-changed":
      return rematchCustomer(database, openAccount(context, connection), action.id);
    case "customers-merged":
      await database.bypassPolicies({ reason: "apply a customer merge" }, (query) =>
        applyCustomerMerge(query, action.from, action.to),
      );
      return "applied";
    case "authorization-revoked":
      return database.bypassPolicies({ reason: "end a revoked connection" }, async (query) => {
        // Square also sends this event when an administrator disconnects, possibly before the disconnect is stored.
        const activeConnection = await getActiveConnection(query, "for update");
        if (!activeConnection) {
          return "ignored: Square is not connected";
        }
        if (activeConnection.merchant_id !== connection.merchant_id) {
          return "ignored: The event belongs to another merchant";
        }
        // A delayed event about an earlier authorization must not end the current connection.
        if (action.at && action.at < activeConnection.connected_at) {
          return "ignored: The event is older than the connection";
        }
        await endConnectionWithAlert(
          query,
          context,
          activeConnection,
          new ProviderError("access-revoked").message,
        );
        return "applied";
      });
  }
}

async function recordOutcome(
  context: PaymentContext,
  eventId: string,
  outcome: string,
  processedAt: Date | null,
) {
  await context.database.bypassPolicies(
    { reason: "record the outcome of a webhook event", isRepeatable: true },
    (query) => query(RECORD_OUTCOME, [eventId, outcome, processedAt]),
  );
}
