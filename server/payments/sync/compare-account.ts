import type { Database } from "#server/database/database.ts";
import type { InvoiceResult, ProviderAccount } from "#server/payments/payment-provider.ts";
import {
  addToTotals,
  type ComparisonReport,
  compareInvoice,
  type Difference,
  emptyTotals,
  getInvoiceId,
  invoiceLabel,
  type StoredInvoice,
  storedVersion,
} from "#server/payments/sync/invoice-difference.ts";

type TrackedDifference = Difference & { id: string };

/** Maximum number of differences listed in a report. Further ones are only counted. */
const MAX_LISTED_DIFFERENCES = 200;
/** Maximum number of invoices that are read individually because Square's list was outdated or incomplete. */
const MAX_REREADS = 50;

const SELECT = `
  select square_invoice_id, invoice_number, amount::text, total_paid_amount::text, status, square_version
    from public.invoices`;

/**
 * Compares the account with the stored invoices, before and after each batch is stored. Differences found before a
 * batch is stored are changes that webhooks did not deliver.
 */
export function createAccountComparison(database: Database, account: ProviderAccount, merchantId: string) {
  const square = emptyTotals();
  const before = emptyTotals();
  const portal = emptyTotals();
  const differences: TrackedDifference[] = [];
  const seen = new Set<string>();
  let rereads = 0;
  let found = 0;
  let unlistedUnfixed = 0;

  const addDifference = (difference: TrackedDifference) => {
    found += 1;
    if (differences.length < MAX_LISTED_DIFFERENCES) {
      differences.push(difference);
    } else if (!difference.isFixed) {
      unlistedUnfixed += 1;
    }
  };
  const loadStored = (ids: readonly string[]) =>
    database.bypassPolicies({ reason: "compare with Square" }, async (query) => {
      const rows = await query(`${SELECT} where square_invoice_id = any($1)`, [ids]);
      return new Map(rows.map((row) => [row.square_invoice_id, row]));
    });

  return {
    /** Compares a batch before it is stored. @returns the batch, with outdated invoices read again */
    async compareBatch(batch: readonly InvoiceResult[]): Promise<InvoiceResult[]> {
      const stored = await loadStored(batch.flatMap((result) => getInvoiceId(result) ?? []));
      const results: InvoiceResult[] = [];
      for (const result of batch) {
        const row = stored.get(getInvoiceId(result) ?? "");
        results.push(await rereadIfStale(result, row));
      }
      for (const result of results) {
        const id = getInvoiceId(result);
        if (result.kind === "unsettled") {
          seen.add(result.id);
        }
        if (result.kind === "rejected" || result.kind === "unsettled") {
          addDifference({
            id: result.id,
            invoice: result.invoice,
            kind: "rejected",
            details: result.reason,
            isFixed: false,
          });
        }
        if (!id || result.kind !== "invoice") {
          continue;
        }
        seen.add(id);
        const row = stored.get(id);
        if (row) {
          addToTotals(before, row);
        }
        addToTotals(square, result.invoice);
        const difference = compareInvoice(result.invoice, row);
        if (difference) {
          addDifference({ id, ...difference, isFixed: true });
        }
      }
      return results;
    },

    /** Compares a batch after it was stored: an invoice that still differs was not fixed. */
    async verifyBatch(batch: readonly InvoiceResult[]): Promise<void> {
      const stored = await loadStored(batch.flatMap((result) => getInvoiceId(result) ?? []));
      for (const result of batch) {
        const row = stored.get(getInvoiceId(result) ?? "");
        if (row) {
          addToTotals(portal, row);
        }
        if (result.kind !== "invoice") {
          continue;
        }
        const listed = differences.find(({ id }) => id === result.invoice.square_invoice_id);
        const stillDiffers = compareInvoice(result.invoice, row) !== null;
        if (listed) {
          listed.isFixed = !stillDiffers;
        } else if (stillDiffers) {
          unlistedUnfixed += 1;
        }
      }
    },

    /**
     * Checks stored invoices of this merchant that were not in Square's list. Those that still exist at Square were
     * missed because the list changed while it was read. The others are reported and stay stored.
     * @returns the invoices to store
     */
    async findUnlisted(): Promise<InvoiceResult[]> {
      const rows = await database.bypassPolicies({ reason: "compare with Square" }, (query) =>
        query(
          `${SELECT} where square_merchant_id = $1 and square_status is not null
                       and square_invoice_id <> all($2) order by square_invoice_id`,
          [merchantId, [...seen]],
        ),
      );
      const toStore: InvoiceResult[] = [];
      for (const row of rows) {
        const result = rereads < MAX_REREADS ? await account.getInvoice(row.square_invoice_id) : null;
        rereads += 1;
        if (result) {
          toStore.push(result);
          continue;
        }
        addToTotals(before, row);
        addToTotals(portal, row);
        const details = rereads > MAX_REREADS ? "not in Square's list" : "no longer exists in Square";
        addDifference({
          id: row.square_invoice_id,
          invoice: invoiceLabel(row),
          kind: "not-at-square",
          details,
          isFixed: false,
        });
      }
      return toStore;
    },

    report(): ComparisonReport {
      const left = differences.filter(({ isFixed }) => !isFixed).length + unlistedUnfixed;
      const listed = differences.map(({ id: _, ...difference }) => difference);
      return { square, before, portal, found, left, differences: listed };
    },
  };

  /** Reads an invoice again if the list has an older version than the portal, because of an event, or lacks data. */
  async function rereadIfStale(
    result: InvoiceResult,
    row: StoredInvoice | undefined,
  ): Promise<InvoiceResult> {
    if (result.kind !== "invoice" || !row) {
      return result;
    }
    if (result.isComplete && storedVersion(row) <= result.invoice.square_version) {
      return result;
    }
    if (rereads >= MAX_REREADS) {
      return result;
    }
    rereads += 1;
    return (await account.getInvoice(row.square_invoice_id)) ?? result;
  }
}

export type AccountComparison = ReturnType<typeof createAccountComparison>;
