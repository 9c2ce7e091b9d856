import { openAccount } from "#server/payments/account-access.ts";
import { loseConnection } from "#server/payments/alarm.ts";
import { applyInvoiceEvent, rematchCustomer } from "#server/payments/apply-event.ts";
import { type Connection, liveConnection } from "#server/payments/connection.ts";
import type { PaymentParts } from "#server/payments/parts.ts";
import type { EventMeaning, ProviderEvent } from "#server/payments/provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { followMerge } from "#server/payments/sync/follow-merge.ts";
import { storeSubscriptions } from "#server/payments/sync/store-subscriptions.ts";
import { emptyReport } from "#server/payments/sync/sync-account.ts";
import { asProviderEvent, type EventBody } from "#server/payments/webhook-event.ts";

/** Does what an event asks for, once. @throws what a later try may cure: the queue tries again. */
export async function processWebhookEvent(parts: PaymentParts, eventId: string): Promise<void> {
  const found = await parts.database.bypassingPolicies({ reason: "read a webhook event" }, async (query) => {
    const [row] = await query<{ body: EventBody }>(
      "select body from private.webhook_events where event_id = $1 and processed_at is null",
      [eventId],
    );
    return row && { event: asProviderEvent(row.body), connection: await liveConnection(query) };
  });
  if (!found) return;
  let outcome: string;
  try {
    outcome = await outcomeOf(parts, found.event, found.connection);
  } catch (cause) {
    const reason = cause instanceof ProviderError ? cause.message : "Something went wrong on our side.";
    await noteOutcome(parts, eventId, `failed: ${reason}`, null);
    throw cause;
  }
  await noteOutcome(parts, eventId, outcome, parts.now());
}

async function outcomeOf(
  parts: PaymentParts,
  event: ProviderEvent,
  connection: Connection | null,
): Promise<string> {
  if (!connection) return "ignored: not connected";
  if (event.merchantId !== connection.merchant_id) return "ignored: another merchant";
  return apply(parts, parts.provider.readEvent(event), connection);
}

async function apply(parts: PaymentParts, meaning: EventMeaning, connection: Connection): Promise<string> {
  const { database } = parts;
  switch (meaning.kind) {
    case "nothing":
      return `ignored: ${meaning.why}`;
    case "invoice-changed": {
      const reading = await openAccount(parts, connection).invoice(meaning.id);
      if (!reading) return "ignored: no such invoice";
      const stored = await applyInvoiceEvent(database, reading, meaning.moments);
      if (stored.refused[0]) return `refused: ${stored.refused[0].reason}`;
      if (stored.drafts > 0) return "ignored: drafts are not stored";
      return stored.new + stored.changed > 0 ? "applied" : "unchanged";
    }
    case "subscription-changed": {
      const subscription = await openAccount(parts, connection).subscription(meaning.id);
      if (!subscription) return "ignored: no such subscription";
      const report = emptyReport().subscriptions;
      await storeSubscriptions(database, [subscription], report);
      if (report.refused[0]) return `refused: ${report.refused[0].reason}`;
      if (report.unmatched > 0) return "refused: no client matches";
      return report.new + report.changed > 0 ? "applied" : "unchanged";
    }
    case "customer-changed":
      return rematchCustomer(database, openAccount(parts, connection), meaning.id);
    case "customers-merged":
      await database.bypassingPolicies({ reason: "follow a merge of customers" }, (query) =>
        followMerge(query, meaning.from, meaning.to),
      );
      return "applied";
    case "authorization-revoked":
      return database.bypassingPolicies({ reason: "end a revoked connection" }, async (query) => {
        // Square tells of a disconnection of our own too, while the administrator's is still under way.
        const live = await liveConnection(query, "change");
        if (!live) return "ignored: not connected";
        if (live.merchant_id !== connection.merchant_id) return "ignored: another merchant";
        // A late notice about an older permission must not end the one given since.
        if (meaning.at && meaning.at < live.connected_at) return "ignored: older than the connection";
        await loseConnection(query, parts, live, new ProviderError("access-revoked").message);
        return "applied";
      });
  }
}

async function noteOutcome(parts: PaymentParts, eventId: string, outcome: string, processedAt: Date | null) {
  await parts.database.bypassingPolicies({ reason: "note what became of a webhook event" }, (query) =>
    query(
      `update private.webhook_events set outcome = $2, processed_at = $3, attempts = attempts + 1
        where event_id = $1`,
      [eventId, outcome, processedAt],
    ),
  );
}
