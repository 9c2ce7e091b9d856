import { dateIn } from "#domain/calendar-date.ts";
import { recordSquareActs } from "#server/audit.ts";
import type { Database, Query } from "#server/database.ts";
import type { InvoiceMoments, InvoiceReading, ProviderAccount } from "#server/payments/provider.ts";
import { loadClientMatcher } from "#server/payments/sync/match-client.ts";
import { saveCustomers } from "#server/payments/sync/save-customers.ts";
import { type StoreOutcome, storeInvoices } from "#server/payments/sync/store-invoices.ts";
import { settlePastDue, storeSubscriptions } from "#server/payments/sync/store-subscriptions.ts";
import { emptyReport } from "#server/payments/sync/sync-account.ts";

/** Stores an invoice that was read because of an event, with what only the event knows of it. */
export async function applyInvoiceEvent(
  database: Database,
  reading: InvoiceReading,
  moments: InvoiceMoments,
): Promise<StoreOutcome> {
  const stored = await storeInvoices(database, [datedByEvent(reading, moments)]);
  await database.bypassingPolicies({ reason: "settle past-due subscriptions" }, async (query) => {
    if (moments.chargeFailedAt && reading.kind === "invoice")
      // Only while it is open: an event that comes late must not accuse who has paid meanwhile.
      await query(
        `update public.invoices set square_charge_failed_at = $2
          where square_invoice_id = $1 and status in ('pending', 'overdue')`,
        [reading.invoice.square_invoice_id, moments.chargeFailedAt],
      );
    await settlePastDue(query);
  });
  return stored;
}

/** An event's own day takes the place of a guessed one. */
function datedByEvent(reading: InvoiceReading, { publishedAt, paidAt }: InvoiceMoments): InvoiceReading {
  if (reading.kind !== "invoice") return reading;
  const invoice = { ...reading.invoice };
  if (publishedAt && invoice.issued_date_is_estimate) {
    invoice.issued_date = dateIn(publishedAt, invoice.time_zone);
    invoice.issued_date_is_estimate = false;
  }
  if (paidAt && invoice.status === "paid" && invoice.paid_date_is_estimate) {
    invoice.paid_date = dateIn(paidAt, invoice.time_zone);
    invoice.paid_date_is_estimate = false;
  }
  return { ...reading, invoice };
}

/**
 * A customer has changed: it may be recognized now. Invoices without a client get theirs, none is taken from one, and
 * subscriptions that waited for their client are stored.
 */
export async function rematchCustomer(
  database: Database,
  account: ProviderAccount,
  customerId: string,
): Promise<string> {
  const payer = await account.payer(customerId);
  if (!payer) return "ignored: no such customer";
  const assigned = await database.bypassingPolicies({ reason: "recognize a customer" }, async (query) => {
    const match = (await loadClientMatcher(query))(payer);
    if (match.clientId === null) return null;
    await saveCustomers(query, [{ payer, match }]);
    return assignWaiting(query, customerId, match.clientId);
  });
  if (assigned === null) return "unchanged";
  const report = emptyReport().subscriptions;
  await storeSubscriptions(database, await account.subscriptionsOf(customerId), report);
  return assigned + report.new + report.changed > 0 ? "applied" : "unchanged";
}

async function assignWaiting(query: Query, customerId: string, clientId: string): Promise<number> {
  const assigned = await query<{ id: string }>(
    `update public.invoices set client_id = $2 where square_customer_id = $1 and client_id is null returning id`,
    [customerId, clientId],
  );
  await recordSquareActs(
    query,
    assigned.map(({ id }) => ({
      action: "update",
      table: "invoices",
      rowId: id,
      before: { client_id: null },
      after: { client_id: clientId },
    })),
  );
  return assigned.length;
}
