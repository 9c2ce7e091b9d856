import type { ReportedInvoice, UnmatchedInvoice } from "#domain/square/sync-report.ts";
import type { Database } from "#server/database/database.ts";
import type { InvoiceResult } from "#server/payments/payment-provider.ts";
import { isRejectedByDatabase, retryOnConflict } from "#server/payments/sync/database-conflicts.ts";
import { removeExcludedInvoices } from "#server/payments/sync/excluded-locations.ts";
import { loadClientMatcher } from "#server/payments/sync/match-client.ts";
import {
  type ImportableInvoice,
  type WriteResult,
  writeInvoices,
} from "#server/payments/sync/write-invoices.ts";

/** Result of storing a batch. `unmatched` invoices are stored without a client until an administrator assigns one. */
export type StoreResult = {
  new: number;
  changed: number;
  unchanged: number;
  drafts: number;
  /** New invoices of excluded locations. */
  excluded: number;
  unmatched: UnmatchedInvoice[];
  rejected: ReportedInvoice[];
  /** Ids of invoices that mix newer and older data. They were not stored and must be reread. */
  conflicts: string[];
};

/**
 * Stores a batch in one transaction. If the database rejects a row, splits the batch until only that row is rejected.
 */
export async function storeInvoices(
  database: Database,
  results: readonly InvoiceResult[],
): Promise<StoreResult> {
  const invoices = results.filter((result) => result.kind === "invoice");
  const summary: StoreResult = {
    new: 0,
    changed: 0,
    unchanged: 0,
    drafts: results.filter((result) => result.kind === "draft").length,
    excluded: 0,
    unmatched: [],
    rejected: results
      .filter((result) => result.kind === "rejected" || result.kind === "unsettled")
      .map(({ invoice, reason }) => ({ invoice, reason })),
    conflicts: [],
  };
  if (invoices.length === 0) {
    return summary;
  }
  const storeRows = (rows: readonly ImportableInvoice[]) =>
    retryOnConflict(() =>
      database.bypassPolicies(
        { reason: "store the provider's invoices", isRepeatable: true },
        async (query) => {
          const included = await removeExcludedInvoices(query, rows);
          const written = await writeInvoices(query, included, await loadClientMatcher(query));
          return { ...written, seen: included.length, excluded: rows.length - included.length };
        },
      ),
    );
  const addToSummary = (written: WriteResult & { seen: number; excluded: number }) => {
    summary.new += written.new;
    summary.changed += written.changed;
    summary.unchanged += written.seen - written.new - written.changed - written.conflicts.length;
    summary.excluded += written.excluded;
    summary.unmatched.push(...written.unmatched);
    summary.conflicts.push(...written.conflicts);
  };
  const storeOrSplit = async (rows: readonly ImportableInvoice[]): Promise<void> => {
    try {
      addToSummary(await storeRows(rows));
    } catch (error) {
      if (!isRejectedByDatabase(error)) {
        throw error;
      }
      const [row] = rows;
      if (row && rows.length === 1) {
        const invoice = row.invoice.invoice_number || row.invoice.square_invoice_id;
        summary.rejected.push({ invoice, reason: "Couldn't be saved" });
        return;
      }
      const middle = Math.ceil(rows.length / 2);
      await storeOrSplit(rows.slice(0, middle));
      await storeOrSplit(rows.slice(middle));
    }
  };
  await storeOrSplit(invoices);
  return summary;
}
