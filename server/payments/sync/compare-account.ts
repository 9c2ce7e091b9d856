import type { Database } from "#server/database/database.ts";
import type { InvoiceResult, ProviderAccount } from "#server/payments/payment-provider.ts";
import {
  addToTotals,
  type ComparisonReport,
  compareInvoice,
  createEmptyTotals,
  type Difference,
  getInvoiceId,
  getInvoiceLabel,
  getStoredVersion,
  type StoredInvoice,
} from "#server/payments/sync/invoice-difference.ts";

type TrackedDifference = Difference & { id: string };

/** Maximum number of differences listed in a report. Additional differences are only counted. */
const MAX_LISTED_DIFFERENCES = 200;
/** Maximum number of invoices that are reread individually because Square's list was outdated or incomplete. */
const MAX_REREADS = 50;

const SELECT_INVOICES = `
  select square_invoice_id, invoice_number, amount::text, total_paid_amount::text, status, square_version
    from public.invoices`;

/**
 * Compares the account with the stored invoices, before and after each batch is stored. Differences found before a
 * batch is stored are changes that webhooks missed.
 */
export function createAccountComparison(database: Database, account: ProviderAccount, merchantId: string) {
  const squareTotals = createEmptyTotals();
  const portalTotalsBefore = createEmptyTotals();
  const portalTotals = createEmptyTotals();
  const differences: TrackedDifference[] = [];
  const seenIds = new Set<string>();
  let rereads = 0;
  let foundCount = 0;
  let unlistedUnfixedCount = 0;

  const addDifference = (difference: TrackedDifference) => {
    foundCount += 1;
    if (differences.length < MAX_LISTED_DIFFERENCES) {
      differences.push(difference);
    } else if (!difference.isFixed) {
      unlistedUnfixedCount += 1;
    }
  };
  const loadStored = (ids: readonly string[]) =>
    database.bypassPolicies({ reason: "compare with Square" }, async (query) => {
      const rows = await query(`${SELECT_INVOICES} where square_invoice_id = any($1)`, [ids]);
      return new Map(rows.map((row) => [row.square_invoice_id, row]));
    });

  return {
    /** Compares a batch before it is stored. @returns the batch, with outdated invoices reread */
    async compareBatch(batch: readonly InvoiceResult[]): Promise<InvoiceResult[]> {
      const stored = await loadStored(batch.flatMap((result) => getInvoiceId(result) ?? []));
      const results: InvoiceResult[] = [];
      for (const result of batch) {
        const row = stored.get(getInvoiceId(result) ?? "");
        results.push(await rereadIfStale(result, row));
      }
      for (const result of results) {
        const id = getInvoiceId(result);
        if (result.kind === "rejected" || result.kind === "unsettled") {
          seenIds.add(result.id);
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
        seenIds.add(id);
        const row = stored.get(id);
        if (row) {
          addToTotals(portalTotalsBefore, row);
        }
        addToTotals(squareTotals, result.invoice);
        const difference = compareInvoice(result.invoice, row);
        if (difference) {
          addDifference({ id, ...difference, isFixed: true });
        }
      }
      return results;
    },

    /** Compares a batch after it is stored. An invoice that still differs is reported as not fixed. */
    async verifyBatch(batch: readonly InvoiceResult[]): Promise<void> {
      const stored = await loadStored(batch.flatMap((result) => getInvoiceId(result) ?? []));
      for (const result of batch) {
        const row = stored.get(getInvoiceId(result) ?? "");
        if (row) {
          addToTotals(portalTotals, row);
        }
        if (result.kind !== "invoice") {
          continue;
        }
        const listedDifference = differences.find(({ id }) => id === result.invoice.square_invoice_id);
        const stillDiffers = compareInvoice(result.invoice, row) !== null;
        if (listedDifference) {
          listedDifference.isFixed = !stillDiffers;
        } else if (stillDiffers) {
          unlistedUnfixedCount += 1;
        }
      }
    },

    /**
     * Checks this merchant's stored invoices that Square's list did not contain. Invoices that still exist at Square
     * were missed because the list changed while it was read. The others are reported but not deleted.
     * @returns the invoices to store
     */
    async findUnlisted(): Promise<InvoiceResult[]> {
      const rows = await database.bypassPolicies({ reason: "compare with Square" }, (query) =>
        query(
          `${SELECT_INVOICES} where square_merchant_id = $1 and square_status is not null
                       and square_invoice_id is not null and square_invoice_id <> all($2) order by square_invoice_id`,
          [merchantId, [...seenIds]],
        ),
      );
      const resultsToStore: InvoiceResult[] = [];
      for (const row of rows) {
        const result = rereads < MAX_REREADS ? await account.getInvoice(row.square_invoice_id) : null;
        rereads += 1;
        if (result) {
          resultsToStore.push(result);
          continue;
        }
        addToTotals(portalTotalsBefore, row);
        addToTotals(portalTotals, row);
        const details = rereads > MAX_REREADS ? "not in Square's list" : "no longer exists in Square";
        addDifference({
          id: row.square_invoice_id,
          invoice: getInvoiceLabel(row),
          kind: "not-at-square",
          details,
          isFixed: false,
        });
      }
      return resultsToStore;
    },

    report(): ComparisonReport {
      const unfixedCount = differences.filter(({ isFixed }) => !isFixed).length + unlistedUnfixedCount;
      const listedDifferences = differences.map(({ id: _, ...difference }) => difference);
      return {
        square: squareTotals,
        before: portalTotalsBefore,
        portal: portalTotals,
        found: foundCount,
        left: unfixedCount,
        differences: listedDifferences,
      };
    },
  };

  /** Rereads an invoice if the list returned incomplete data, or an older version than an event has stored. */
  async function rereadIfStale(
    result: InvoiceResult,
    row: StoredInvoice | undefined,
  ): Promise<InvoiceResult> {
    if (result.kind !== "invoice" || !row) {
      return result;
    }
    if (result.isComplete && getStoredVersion(row) <= result.invoice.square_version) {
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
