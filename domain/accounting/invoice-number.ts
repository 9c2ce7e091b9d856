import type { Tables } from "#supabase/database.types.ts";

/** Length of the part of a location's id that distinguishes invoices with the same number. */
const SUFFIX_LENGTH = 4;

type NumberedInvoice = Pick<
  Tables<"invoices">,
  "id" | "invoice_number" | "square_invoice_id" | "square_location_id"
> & {
  /** Position among the invoices with the same number, in the order in which they were stored. The first one is 1. */
  occurrence: number | null;
};

/**
 * Returns the number of an invoice in exports. Square's numbers are unique only per location. QuickBooks and Xero merge
 * invoices with the same number, so all but the first one get a suffix: "000181-K2S5". Later invoices never change the
 * number of an exported one.
 */
export function exportedInvoiceNumber({
  id,
  invoice_number,
  square_invoice_id,
  square_location_id,
  occurrence,
}: NumberedInvoice): string {
  if (invoice_number === "") {
    return square_invoice_id ?? id;
  }
  const suffix = (square_location_id ?? id).slice(-SUFFIX_LENGTH);
  return (occurrence ?? 1) > 1 ? `${invoice_number}-${suffix}` : invoice_number;
}
