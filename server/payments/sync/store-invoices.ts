import type { Database } from "#server/database.ts";
import type { InvoiceReading } from "#server/payments/provider.ts";
import { isRefusedByTheDatabase, retryingConflicts } from "#server/payments/sync/database-conflicts.ts";
import { loadClientMatcher } from "#server/payments/sync/match-client.ts";
import { type FoundInvoice, type Written, writeInvoices } from "#server/payments/sync/write-invoices.ts";

/** An invoice by its number, and why it was not stored, or has no client. */
export type ToldInvoice = { invoice: string; reason: string };

/** What became of a batch. `unmatched` are stored, and wait for an administrator to name their client. */
export type StoreOutcome = {
  new: number;
  changed: number;
  unchanged: number;
  drafts: number;
  unmatched: ToldInvoice[];
  refused: ToldInvoice[];
};

/**
 * Stores a batch in one transaction. A row the database refuses, for whatever it holds, is refused alone: then the
 * batch goes in row by row.
 */
export async function storeInvoices(
  database: Database,
  readings: readonly InvoiceReading[],
): Promise<StoreOutcome> {
  const found = readings.filter((reading) => reading.kind === "invoice");
  const outcome: StoreOutcome = {
    new: 0,
    changed: 0,
    unchanged: 0,
    drafts: readings.filter((reading) => reading.kind === "draft").length,
    unmatched: [],
    refused: readings
      .filter((reading) => reading.kind === "refused")
      .map(({ invoice, reason }) => ({ invoice, reason })),
  };
  if (found.length === 0) return outcome;
  const store = (part: readonly FoundInvoice[]) =>
    retryingConflicts(() =>
      database.bypassingPolicies({ reason: "store the provider's invoices" }, async (query) =>
        writeInvoices(query, part, await loadClientMatcher(query)),
      ),
    );
  const add = (part: readonly FoundInvoice[], written: Written) => {
    outcome.new += written.new;
    outcome.changed += written.changed;
    outcome.unchanged += part.length - written.new - written.changed;
    outcome.unmatched.push(...written.unmatched);
  };
  try {
    add(found, await store(found));
  } catch (cause) {
    if (!isRefusedByTheDatabase(cause)) throw cause;
    for (const reading of found) {
      try {
        add([reading], await store([reading]));
      } catch (single) {
        if (!isRefusedByTheDatabase(single)) throw single;
        const invoice = reading.invoice.invoice_number || reading.invoice.square_invoice_id;
        outcome.refused.push({ invoice, reason: "cannot be stored" });
      }
    }
  }
  return outcome;
}
