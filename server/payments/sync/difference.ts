import { toCents } from "#domain/money.ts";
import type { InvoiceReading, ProviderInvoice } from "#server/payments/provider.ts";

/** What one side holds: how many invoices, their sums in cents, and their versions added up. */
export type Totals = { invoices: number; amountCents: number; paidCents: number; versions: number };

/** One invoice that was not the same on both sides. `isMended`: the run has made it equal. */
export type Difference = {
  invoice: string;
  kind: "missing" | "older" | "newer" | "unequal" | "not-at-square" | "refused";
  /** What differed, in words: "amount 10.00 here, 12.00 at Square". */
  what: string;
  isMended: boolean;
};

/** An invoice as it is stored, as far as it is compared; amounts are decimal dollars. */
export type StoredInvoice = {
  square_invoice_id: string;
  invoice_number: string;
  amount: string;
  total_paid_amount: string;
  status: string;
  square_version: string | null;
};

export function noTotals(): Totals {
  return { invoices: 0, amountCents: 0, paidCents: 0, versions: 0 };
}

type Counted = Pick<ProviderInvoice, "amount" | "total_paid_amount"> & {
  square_version: number | string | null;
};

/** Adds one invoice of either side. */
export function addTo(totals: Totals, invoice: Counted): void {
  totals.invoices += 1;
  totals.amountCents += toCents(invoice.amount);
  totals.paidCents += toCents(invoice.total_paid_amount);
  totals.versions += Number(invoice.square_version ?? 0);
}

/** How Square's invoice differs from the stored one; null where version, amounts and status are the same. */
export function differenceOf(
  invoice: ProviderInvoice,
  row: StoredInvoice | undefined,
): Pick<Difference, "invoice" | "kind" | "what"> | null {
  const name = nameOf(invoice);
  if (!row) return { invoice: name, kind: "missing", what: "was not here" };
  const values = (["amount", "total_paid_amount", "status"] as const)
    .filter((column) => row[column] !== invoice[column])
    .map((column) => `${WORDS[column]} ${row[column]} here, ${invoice[column]} at Square`);
  const version = versionOf(row);
  if (version !== invoice.square_version)
    values.unshift(`version ${row.square_version ?? "none"} here, ${invoice.square_version} at Square`);
  if (values.length === 0) return null;
  return { invoice: name, kind: kindOf(version, invoice.square_version), what: values.join("; ") };
}

const WORDS = { amount: "amount", total_paid_amount: "paid", status: "status" };

function kindOf(here: number, atSquare: number): Difference["kind"] {
  if (here === atSquare) return "unequal";
  return here < atSquare ? "older" : "newer";
}

/** The id of an invoice that can be stored; nothing for any other reading. */
export function idOf(reading: InvoiceReading): string[] {
  return reading.kind === "invoice" ? [reading.invoice.square_invoice_id] : [];
}

export function nameOf(row: { invoice_number: string; square_invoice_id: string }): string {
  return row.invoice_number || row.square_invoice_id;
}

/** -1 for a row that Square has not given a version. */
export function versionOf({ square_version }: Pick<StoredInvoice, "square_version">): number {
  return square_version === null ? -1 : Number(square_version);
}
