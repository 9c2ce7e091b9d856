import type { ReportedInvoice, SyncReport } from "#domain/square/sync-report.ts";
import type { Database } from "#server/database/database.ts";
import {
  type InvoiceResult,
  type ProviderAccount,
  UNSETTLED_REASON,
} from "#server/payments/payment-provider.ts";
import { combinePages, readAhead } from "#server/payments/read-ahead.ts";
import type { AccountComparison } from "#server/payments/sync/compare-account.ts";
import { applyMissedMerges } from "#server/payments/sync/customer-merges.ts";
import { removeExcludedInvoices } from "#server/payments/sync/excluded-locations.ts";
import { getInvoiceId } from "#server/payments/sync/invoice-difference.ts";
import { type StoreResult, storeInvoices } from "#server/payments/sync/store-invoices.ts";
import { storeSubscriptions } from "#server/payments/sync/store-subscriptions.ts";

/** Maximum number of invoices listed in a report. Additional invoices are only counted. */
const MAX_LISTED_INVOICES = 200;
/** Pages that are stored in one transaction. Each transaction has costs that do not depend on its size. */
const PAGES_PER_BATCH = 5;

export function createEmptyReport(): SyncReport {
  return {
    seen: 0,
    synced: 0,
    new: 0,
    changed: 0,
    unchanged: 0,
    drafts: 0,
    unmatched: 0,
    unmatchedInvoices: [],
    rejectedCount: 0,
    rejected: [],
    subscriptions: { seen: 0, new: 0, changed: 0, unchanged: 0, unmatched: 0, rejected: [] },
  };
}

/**
 * Reads the whole account and stores changes. Deletes nothing, because an empty response may be an error. A failed run
 * keeps what it has stored, and the next run reads everything again.
 * @param onProgress called after each stored batch; throws to stop the run
 * @param comparison compares each batch before and after it is stored
 */
export async function syncAccount(
  database: Database,
  account: ProviderAccount,
  onProgress: (report: SyncReport) => Promise<void>,
  comparison?: AccountComparison,
): Promise<SyncReport> {
  const report = createEmptyReport();
  const storeBatch = async (batch: InvoiceResult[]) => {
    const results = comparison ? await compareIncluded(database, comparison, batch) : batch;
    const stored = await storeInvoices(database, results);
    addToReport(report, batch.length, {
      ...stored,
      excluded: stored.excluded + batch.length - results.length,
    });
    const reread = await rereadConflicts(database, account, stored.conflicts);
    addToReport(report, 0, reread.stored);
    await comparison?.verifyBatch(
      results.map((result) => reread.results.get(getInvoiceId(result) ?? "") ?? result),
    );
    await onProgress(report);
  };
  await applyMissedMerges(database, account);
  // Skip invoices that were already read, because two pages can contain the same invoice if the list changes in
  // between.
  const seenIds = new Set<string>();
  for await (const batch of readAhead(combinePages(account.listInvoices(), PAGES_PER_BATCH))) {
    const unseenResults = batch.filter((result) => {
      const id = result.kind === "invoice" ? result.invoice.square_invoice_id : result.id;
      const isFirst = !seenIds.has(id);
      seenIds.add(id);
      return isFirst || id === "";
    });
    await storeBatch(unseenResults);
  }
  const unlistedResults = (await comparison?.findUnlisted()) ?? [];
  if (unlistedResults.length > 0) {
    await storeBatch(unlistedResults);
  }
  for await (const batch of account.listSubscriptions()) {
    await storeSubscriptions(database, batch, report.subscriptions);
    await onProgress(report);
  }
  return report;
}

/** Compares the invoices that a sync imports. Returns them without new invoices of excluded locations. */
async function compareIncluded(
  database: Database,
  comparison: AccountComparison,
  batch: readonly InvoiceResult[],
): Promise<InvoiceResult[]> {
  const included = await database.bypassPolicies({ reason: "read the excluded locations" }, (query) =>
    removeExcludedInvoices(query, batch),
  );
  return comparison.compareBatch(included);
}

/** Rereads invoices that mixed newer and older data, and stores them. */
async function rereadConflicts(database: Database, account: ProviderAccount, ids: readonly string[]) {
  const results = new Map<string, InvoiceResult>();
  for (const id of ids) {
    const result = await account.getInvoice(id);
    if (result) {
      results.set(id, result);
    }
  }
  const stored = await storeInvoices(database, [...results.values()]);
  stored.rejected.push(...stored.conflicts.map((id) => ({ invoice: id, reason: UNSETTLED_REASON })));
  return { results, stored };
}

function addToReport(report: SyncReport, seen: number, stored: StoreResult): void {
  report.seen += seen;
  report.new += stored.new;
  report.changed += stored.changed;
  report.unchanged += stored.unchanged;
  report.drafts += stored.drafts;
  report.excluded = (report.excluded ?? 0) + stored.excluded;
  report.unmatched += stored.unmatched.length;
  report.rejectedCount += stored.rejected.length;
  appendLimited(report.unmatchedInvoices, stored.unmatched);
  appendLimited(report.rejected, stored.rejected);
  report.synced = report.new + report.changed + report.unchanged;
}

function appendLimited<Reported extends ReportedInvoice>(
  listed: Reported[],
  additional: readonly Reported[],
): void {
  listed.push(...additional.slice(0, Math.max(0, MAX_LISTED_INVOICES - listed.length)));
}
