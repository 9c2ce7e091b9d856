import type { Database } from "#server/database.ts";
import type { ProviderAccount } from "#server/payments/provider.ts";
import { followUntoldMerges } from "#server/payments/sync/follow-merge.ts";
import { type RefusedInvoice, storeInvoices } from "#server/payments/sync/store-invoices.ts";
import { type SubscriptionReport, storeSubscriptions } from "#server/payments/sync/store-subscriptions.ts";

/**
 * What a run found and did. `synced` are confirmed equal to the provider's: new, changed and unchanged together.
 * Drafts are not stored; `unmatched` are stored without a client.
 */
export type SyncReport = {
  seen: number;
  synced: number;
  new: number;
  changed: number;
  unchanged: number;
  drafts: number;
  unmatched: number;
  refused: RefusedInvoice[];
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
    refused: [],
    subscriptions: { seen: 0, new: 0, changed: 0, unchanged: 0, unmatched: 0, refused: [] },
  };
}

/**
 * Reads the whole account and stores what differs. Nothing is ever deleted, least of all because an answer was empty:
 * what a failed run has stored stays, and the next run goes over everything again.
 * @param onProgress hears of each stored batch, and may throw to give up.
 */
export async function syncAccount(
  database: Database,
  account: ProviderAccount,
  onProgress: (report: SyncReport) => Promise<void>,
): Promise<SyncReport> {
  const report = emptyReport();
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
    const stored = await storeInvoices(database, fresh);
    report.seen += fresh.length;
    report.new += stored.new;
    report.changed += stored.changed;
    report.unchanged += stored.unchanged;
    report.drafts += stored.drafts;
    report.unmatched += stored.unmatched;
    report.refused.push(...stored.refused);
    report.synced = report.new + report.changed + report.unchanged;
    await onProgress(report);
  }
  for await (const batch of account.subscriptions()) {
    await storeSubscriptions(database, batch, report.subscriptions);
    await onProgress(report);
  }
  return report;
}
