import type { InvoiceStatus } from "#domain/invoices/invoice.ts";
import { addCents, type Cents, type Dollars, toCents, ZERO_CENTS } from "#domain/money/money.ts";
import type { InvoiceResult, ProviderInvoice } from "#server/payments/payment-provider.ts";

/** Totals for the portal or Square: the number of invoices, their amounts and the sum of their versions. */
export type Totals = { invoices: number; amountCents: Cents; paidCents: Cents; versions: number };

/** An invoice that differed between the portal and Square. `isFixed` means that this run resolved the difference. */
export type Difference = {
  invoice: string;
  kind: "missing" | "older" | "newer" | "unequal" | "not-at-square" | "rejected";
  /** The differing values, such as "amount 10.00 in the portal, 12.00 in Square". */
  details: string;
  isFixed: boolean;
};

/**
 * Result of a comparison. `before` contains the portal's totals at the start of the run, and `portal` those at the end.
 */
export type ComparisonReport = {
  square: Totals;
  before: Totals;
  portal: Totals;
  found: number;
  left: number;
  differences: Difference[];
};

/** The columns of a stored invoice that are compared. Amounts are strings with two decimals. */
export type StoredInvoice = {
  square_invoice_id: string;
  invoice_number: string;
  amount: Dollars;
  total_paid_amount: Dollars;
  status: InvoiceStatus;
  square_version: string | null;
};

export function createEmptyTotals(): Totals {
  return { invoices: 0, amountCents: ZERO_CENTS, paidCents: ZERO_CENTS, versions: 0 };
}

type ComparedAmounts = Pick<ProviderInvoice, "amount" | "total_paid_amount"> & {
  square_version: number | string | null;
};

export function addToTotals(totals: Totals, invoice: ComparedAmounts): void {
  totals.invoices += 1;
  totals.amountCents = addCents(totals.amountCents, toCents(invoice.amount));
  totals.paidCents = addCents(totals.paidCents, toCents(invoice.total_paid_amount));
  totals.versions += Number(invoice.square_version ?? 0);
}

/** Compares the version, amounts and status of an invoice with its stored row. Returns null if they are equal. */
export function compareInvoice(
  invoice: ProviderInvoice,
  row: StoredInvoice | undefined,
): Pick<Difference, "invoice" | "kind" | "details"> | null {
  const label = getInvoiceLabel(invoice);
  if (!row) {
    return { invoice: label, kind: "missing", details: "missing in the portal" };
  }
  const differences = (["amount", "total_paid_amount", "status"] as const)
    .filter((column) => row[column] !== invoice[column])
    .map((column) => `${COLUMN_LABELS[column]} ${row[column]} in the portal, ${invoice[column]} in Square`);
  const version = getStoredVersion(row);
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
    kind: getDifferenceKind(version, invoice.square_version),
    details: differences.join("; "),
  };
}

const COLUMN_LABELS = { amount: "amount", total_paid_amount: "paid", status: "status" };

function getDifferenceKind(portalVersion: number, squareVersion: number): Difference["kind"] {
  if (portalVersion === squareVersion) {
    return "unequal";
  }
  return portalVersion < squareVersion ? "older" : "newer";
}

/** Returns the invoice's id if the result can be stored, otherwise undefined. */
export function getInvoiceId(result: InvoiceResult): string | undefined {
  return result.kind === "invoice" ? result.invoice.square_invoice_id : undefined;
}

export function getInvoiceLabel(row: { invoice_number: string; square_invoice_id: string }): string {
  return row.invoice_number || row.square_invoice_id;
}

/** Returns the stored version, or -1 for an invoice that does not come from Square. */
export function getStoredVersion({ square_version }: Pick<StoredInvoice, "square_version">): number {
  return square_version === null ? -1 : Number(square_version);
}
