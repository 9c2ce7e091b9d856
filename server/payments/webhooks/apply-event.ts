import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { recordSquareAuditEntries } from "#server/database/audit-log.ts";
import type { Database, Query } from "#server/database/database.ts";
import type { InvoiceEventTimes, Payer, ProviderAccount } from "#server/payments/payment-provider.ts";
import { loadClientMatcher } from "#server/payments/sync/match-client.ts";
import { saveCustomers } from "#server/payments/sync/save-customers.ts";
import { savePayers } from "#server/payments/sync/save-payers.ts";
import { storeSubscriptions, updatePastDueStatuses } from "#server/payments/sync/store-subscriptions.ts";
import { createEmptyReport } from "#server/payments/sync/sync-account.ts";

/**
 * Stores times that only events contain: dates that replace estimates, and the time of a failed charge. Then updates
 * subscriptions that are past due.
 * @param hasChanged whether the event has already changed the invoice
 * @returns whether they changed the invoice
 */
export async function applyEventTimes(
  database: Database,
  id: string,
  { publishedAt, paidAt, chargeFailedAt }: InvoiceEventTimes,
  hasChanged: boolean,
): Promise<boolean> {
  return database.bypassPolicies(
    { reason: "apply the times of an event", isRepeatable: true },
    async (query) => {
      const [invoice] = await query(
        `select status, time_zone, issued_date_is_estimate, paid_date_is_estimate from public.invoices
        where square_invoice_id = $1 for update`,
        [id],
      );
      if (!invoice) {
        return false;
      }
      let changedCount = 0;
      if (publishedAt && invoice.issued_date_is_estimate) {
        const date = dateInTimeZone(publishedAt, invoice.time_zone);
        const rows = await query(
          `update public.invoices set issued_date = $2, issued_date_is_estimate = false
          where square_invoice_id = $1 returning id`,
          [id, date],
        );
        changedCount += rows.length;
      }
      if (paidAt && invoice.status === "paid" && invoice.paid_date_is_estimate) {
        const date = dateInTimeZone(paidAt, invoice.time_zone);
        const rows = await query(
          `update public.invoices set paid_date = $2, paid_date_is_estimate = false
          where square_invoice_id = $1 returning id`,
          [id, date],
        );
        changedCount += rows.length;
      }
      if (chargeFailedAt) {
        // Update only an open invoice, because the client may have paid before a delayed event arrives.
        const rows = await query(
          `update public.invoices set square_charge_failed_at = $2
          where square_invoice_id = $1 and status in ('pending', 'overdue')
            and square_charge_failed_at is distinct from $2 returning id`,
          [id, chargeFailedAt],
        );
        changedCount += rows.length;
      }
      if (hasChanged || changedCount > 0) {
        await updatePastDueStatuses(query);
      }
      return changedCount > 0;
    },
  );
}

/**
 * Matches a changed customer to a client again. If a client matches, assigns it the customer's unassigned invoices and
 * stores the customer's subscriptions. Otherwise, saves the changed payer of the unassigned invoices. Invoices of other
 * clients do not change.
 * @returns the event's outcome
 */
export async function rematchCustomer(
  database: Database,
  account: ProviderAccount,
  customerId: string,
): Promise<string> {
  const payer = await account.getPayer(customerId);
  if (!payer) {
    return "ignored: The customer does not exist";
  }
  const result = await database.bypassPolicies({ reason: "match a customer" }, async (query) => {
    const match = (await loadClientMatcher(query))(payer);
    if (match.clientId === null) {
      return { kind: "unmatched", hasChanged: await savePayer(query, customerId, payer) } as const;
    }
    await saveCustomers(query, [{ payer, match }]);
    return {
      kind: "matched",
      count: await assignUnmatchedInvoices(query, customerId, match.clientId),
    } as const;
  });
  if (result.kind === "unmatched") {
    return result.hasChanged ? "applied" : "unchanged";
  }
  const report = createEmptyReport().subscriptions;
  await storeSubscriptions(database, await account.listCustomerSubscriptions(customerId), report);
  return result.count + report.new + report.changed > 0 ? "applied" : "unchanged";
}

/** Saves the payer of the customer's invoices without a client. @returns whether anything has changed */
async function savePayer(query: Query, customerId: string, payer: Payer): Promise<boolean> {
  const invoices = await query(
    `select square_invoice_id as "squareInvoiceId" from public.invoices
      where square_customer_id = $1 and client_id is null and square_invoice_id is not null order by id for update`,
    [customerId],
  );
  return savePayers(
    query,
    invoices.flatMap(({ squareInvoiceId }) => (squareInvoiceId ? [{ squareInvoiceId, payer }] : [])),
  );
}

async function assignUnmatchedInvoices(query: Query, customerId: string, clientId: string): Promise<number> {
  const assignedInvoices = await query(
    `update public.invoices set client_id = $2 where square_customer_id = $1 and client_id is null returning id`,
    [customerId, clientId],
  );
  await recordSquareAuditEntries(
    query,
    assignedInvoices.map(({ id }) => ({
      action: "update",
      table: "invoices",
      rowId: id,
      before: { client_id: null },
      after: { client_id: clientId },
    })),
  );
  return assignedInvoices.length;
}
