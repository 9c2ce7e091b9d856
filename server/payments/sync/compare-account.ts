import type { Database } from "#server/database.ts";
import type { InvoiceReading, ProviderAccount } from "#server/payments/provider.ts";
import {
  addTo,
  type Difference,
  differenceOf,
  idOf,
  nameOf,
  noTotals,
  type StoredInvoice,
  type Totals,
  versionOf,
} from "#server/payments/sync/difference.ts";

/** The report of a run that compares. `portal` is what was here when the run ended, `before` when it began. */
export type Comparison = {
  square: Totals;
  before: Totals;
  portal: Totals;
  found: number;
  left: number;
  differences: Difference[];
};

type Followed = Difference & { id: string };

/** Differences a report names; beyond these it only counts. */
const MOST_NAMED = 200;
/** Invoices that are read one by one because a list did not show them as they are. */
const MOST_READ_AGAIN = 50;

const SELECT = `
  select square_invoice_id, invoice_number, amount::text, total_paid_amount::text, status, square_version
    from public.invoices`;

/**
 * Compares an account with what is stored, batch by batch, around the storing of each: the differences are those that
 * webhooks should have carried and did not.
 */
export function compareAccount(database: Database, account: ProviderAccount, merchantId: string) {
  const square = noTotals();
  const before = noTotals();
  const portal = noTotals();
  const differences: Followed[] = [];
  const seen = new Set<string>();
  let readAgain = 0;
  let found = 0;
  let unnamedLeft = 0;

  const note = (difference: Followed) => {
    found += 1;
    if (differences.length < MOST_NAMED) differences.push(difference);
    else if (!difference.isMended) unnamedLeft += 1;
  };
  const rowsOf = (ids: readonly string[]) =>
    database.bypassingPolicies({ reason: "compare with Square" }, async (query) => {
      const rows = await query<StoredInvoice>(`${SELECT} where square_invoice_id = any($1)`, [ids]);
      return new Map(rows.map((row) => [row.square_invoice_id, row]));
    });

  return {
    /** Looks at a batch before it is stored. @returns the batch, invoices that have changed since read anew. */
    async look(batch: readonly InvoiceReading[]): Promise<InvoiceReading[]> {
      const stored = await rowsOf(batch.flatMap(idOf));
      const readings: InvoiceReading[] = [];
      for (const reading of batch) {
        const row = stored.get(idOf(reading)[0] ?? "");
        readings.push(await asItIsNow(reading, row));
      }
      for (const reading of readings) {
        const [id] = idOf(reading);
        if (reading.kind === "refused")
          note({
            id: reading.id,
            invoice: reading.invoice,
            kind: "refused",
            what: reading.reason,
            isMended: false,
          });
        if (!id || reading.kind !== "invoice") continue;
        seen.add(id);
        const row = stored.get(id);
        if (row) addTo(before, row);
        addTo(square, reading.invoice);
        const difference = differenceOf(reading.invoice, row);
        if (difference) note({ id, ...difference, isMended: true });
      }
      return readings;
    },

    /** Looks at a batch after it was stored: what is still not equal was not mended. */
    async lookAgain(batch: readonly InvoiceReading[]): Promise<void> {
      const stored = await rowsOf(batch.flatMap(idOf));
      for (const reading of batch) {
        const row = stored.get(idOf(reading)[0] ?? "");
        if (row) addTo(portal, row);
        if (reading.kind !== "invoice") continue;
        const named = differences.find(({ id }) => id === reading.invoice.square_invoice_id);
        const isLeft = differenceOf(reading.invoice, row) !== null;
        if (named) named.isMended = !isLeft;
        else if (isLeft) unnamedLeft += 1;
      }
    },

    /**
     * Invoices stored of this merchant that no list has shown. Those that Square still has were missed while the list
     * was being read; the others are reported and stay.
     * @returns those to store.
     */
    async missed(): Promise<InvoiceReading[]> {
      const rows = await database.bypassingPolicies({ reason: "compare with Square" }, (query) =>
        query<StoredInvoice>(
          `${SELECT} where square_merchant_id = $1 and square_status is not null
                       and square_invoice_id <> all($2) order by square_invoice_id`,
          [merchantId, [...seen]],
        ),
      );
      const again: InvoiceReading[] = [];
      for (const row of rows) {
        const reading = readAgain < MOST_READ_AGAIN ? await account.invoice(row.square_invoice_id) : null;
        readAgain += 1;
        if (reading) {
          again.push(reading);
          continue;
        }
        addTo(before, row);
        addTo(portal, row);
        const what =
          readAgain > MOST_READ_AGAIN ? "was not in Square's lists" : "Square does not have it any more";
        note({
          id: row.square_invoice_id,
          invoice: nameOf(row),
          kind: "not-at-square",
          what,
          isMended: false,
        });
      }
      return again;
    },

    report(): Comparison {
      const left = differences.filter(({ isMended }) => !isMended).length + unnamedLeft;
      const named = differences.map(({ id: _, ...difference }) => difference);
      return { square, before, portal, found, left, differences: named };
    },
  };

  /** A list is as old as its reading: an event may have brought a newer version meanwhile. It may also lack something. */
  async function asItIsNow(reading: InvoiceReading, row: StoredInvoice | undefined): Promise<InvoiceReading> {
    if (reading.kind !== "invoice" || !row) return reading;
    if (reading.isComplete && versionOf(row) <= reading.invoice.square_version) return reading;
    if (readAgain >= MOST_READ_AGAIN) return reading;
    readAgain += 1;
    return (await account.invoice(row.square_invoice_id)) ?? reading;
  }
}

export type AccountComparison = ReturnType<typeof compareAccount>;
