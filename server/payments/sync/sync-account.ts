import type { Database } from "#server/database.ts";
import type { InvoiceReading, ProviderAccount } from "#server/payments/provider.ts";
import type { AccountComparison } from "#server/payments/sync/compare-account.ts";
import { followUntoldMerges } from "#server/payments/sync/follow-merge.ts";
import { type StoreOutcome, storeInvoices, type ToldInvoice } from "#server/payments/sync/store-invoices.ts";
import { type SubscriptionReport, storeSubscriptions } from "#server/payments/sync/store-subscriptions.ts";

/** Invoices a report names; beyond these it only counts. */
const MOST_NAMED = 200;

/**
 * What a run found and did. `synced` are confirmed equal to the provider's: new, changed and unchanged together.
 * Drafts are not stored; unmatched ones are stored without a client. Both lists hold the first 200.
 */
export type SyncReport = {
  seen: number;
  synced: number;
  new: number;
  changed: number;
  unchanged: number;
  drafts: number;
  unmatched: number;
  unmatchedInvoices: ToldInvoice[];
  refusedCount: number;
  refused: ToldInvoice[];
  subscriptions: SubscriptionReport;
};

export function emptyReport(): SyncReport {
  return {
    seen: 0,
    synced: 0,
    new: 0,
    changed: 0,
    unchanged: 0,
    drafts: 0,
    unmatched: 0,
    unmatchedInvoices: [],
    refusedCount: 0,
    refused: [],
    subscriptions: { seen: 0, new: 0, changed: 0, unchanged: 0, unmatched: 0, refused: [] },
  };
}

/**
 * Reads the whole account and stores what differs. Nothing is ever deleted, least of all because an answer was empty:
 * what a failed run has stored stays, and the next run goes over everything again.
 * @param onProgress hears of each stored batch, and may throw to give up.
 * @param comparison looks at each batch before and after it is stored.
 */
export async function syncAccount(
  database: Database,
  account: ProviderAccount,
  onProgress: (report: SyncReport) => Promise<void>,
  comparison?: AccountComparison,
): Promise<SyncReport> {
  const report = emptyReport();
  const store = async (batch: InvoiceReading[]) => {
    const readings = comparison ? await comparison.look(batch) : batch;
    addOutcome(report, readings.length, await storeInvoices(database, readings));
    await comparison?.lookAgain(readings);
    await onProgress(report);
  };
  await followUntoldMerges(database, account);
  // A list that changes while it is read shows the same invoice on two pages.
  const seen = new Set<string>();
  for await (const batch of account.invoices()) {
    const fresh = batch.filter((reading) => {
      const id = reading.kind === "invoice" ? reading.invoice.square_invoice_id : reading.id;
      const isFirst = !seen.has(id);
      seen.add(id);
      return isFirst || id === "";
    });
    await store(fresh);
  }
  const missed = (await comparison?.missed()) ?? [];
  if (missed.length > 0) await store(missed);
  for await (const batch of account.subscriptions()) {
    await storeSubscriptions(database, batch, report.subscriptions);
    await onProgress(report);
  }
  return report;
}

function addOutcome(report: SyncReport, seen: number, stored: StoreOutcome): void {
  report.seen += seen;
  report.new += stored.new;
  report.changed += stored.changed;
  report.unchanged += stored.unchanged;
  report.drafts += stored.drafts;
  report.unmatched += stored.unmatched.length;
  report.refusedCount += stored.refused.length;
  nameSome(report.unmatchedInvoices, stored.unmatched);
  nameSome(report.refused, stored.refused);
  report.synced = report.new + report.changed + report.unchanged;
}

function nameSome(named: ToldInvoice[], more: readonly ToldInvoice[]): void {
  named.push(...more.slice(0, Math.max(0, MOST_NAMED - named.length)));
}
