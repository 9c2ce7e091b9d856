import { addCents, type Cents, type Dollars, toCents, ZERO_CENTS } from "#domain/money/money.ts";
import type { InvoiceResult, ProviderInvoice } from "#server/payments/payment-provider.ts";

/** Totals of one side: number of invoices, amounts, and the sum of their versions. */
export type Totals = { invoices: number; amountCents: Cents; paidCents: Cents; versions: number };

/** An invoice that differed between the portal and Square. `isFixed`: this run made it equal. */
export type Difference = {
  invoice: string;
  kind: "missing" | "older" | "newer" | "unequal" | "not-at-square" | "rejected";
  /** The differing values: "amount 10.00 in the portal, 12.00 in Square". */
  details: string;
  isFixed: boolean;
};

/** Result of a comparison. `before` holds the portal's totals at the start of the run, `portal` those at its end. */
export type ComparisonReport = {
  square: Totals;
  before: Totals;
  portal: Totals;
  found: number;
  left: number;
  differences: Difference[];
};

/** The compared columns of a stored invoice. Amounts are text with two decimals. */
export type StoredInvoice = {
  square_invoice_id: string;
  invoice_number: string;
  amount: Dollars;
  total_paid_amount: Dollars;
  status: string;
  square_version: string | null;
};

export function emptyTotals(): Totals {
  return { invoices: 0, amountCents: ZERO_CENTS, paidCents: ZERO_CENTS, versions: 0 };
}

type ComparedAmounts = Pick<ProviderInvoice, "amount" | "total_paid_amount"> & {
  square_version: number | string | null;
};

/** Adds an invoice to the totals. */
export function addToTotals(totals: Totals, invoice: ComparedAmounts): void {
  totals.invoices += 1;
  totals.amountCents = addCents(totals.amountCents, toCents(invoice.amount));
  totals.paidCents = addCents(totals.paidCents, toCents(invoice.total_paid_amount));
  totals.versions += Number(invoice.square_version ?? 0);
}

/** Compares version, amounts and status. Returns null when they are equal. */
export function compareInvoice(
  invoice: ProviderInvoice,
  row: StoredInvoice | undefined,
): Pick<Difference, "invoice" | "kind" | "details"> | null {
  const label = invoiceLabel(invoice);
  if (!row) {
    return { invoice: label, kind: "missing", details: "missing in the portal" };
  }
  const differences = (["amount", "total_paid_amount", "status"] as const)
    .filter((column) => row[column] !== invoice[column])
    .map((column) => `${COLUMN_LABELS[column]} ${row[column]} in the portal, ${invoice[column]} in Square`);
  const version = storedVersion(row);
  if (version !== invoice.square_version) {
    differences.unshift(
      `version ${row.square_version ?? "none"} in the portal, ${invoice.square_version} in Square`,
    );
  }
  if (differences.length === 0) {
    return null;
  }
  return {
    invoice: label,
    kind: differenceKind(version, invoice.square_version),
    details: differences.join("; "),
  };
}

const COLUMN_LABELS = { amount: "amount", total_paid_amount: "paid", status: "status" };

function differenceKind(portalVersion: number, squareVersion: number): Difference["kind"] {
  if (portalVersion === squareVersion) {
    return "unequal";
  }
  return portalVersion < squareVersion ? "older" : "newer";
}

/** Returns the id of an invoice that can be stored, otherwise undefined. */
export function getInvoiceId(result: InvoiceResult): string | undefined {
  return result.kind === "invoice" ? result.invoice.square_invoice_id : undefined;
}

export function invoiceLabel(row: { invoice_number: string; square_invoice_id: string }): string {
  return row.invoice_number || row.square_invoice_id;
}

/** Returns -1 for an invoice without a version, which does not come from Square. */
export function storedVersion({ square_version }: Pick<StoredInvoice, "square_version">): number {
  return square_version === null ? -1 : Number(square_version);
}
