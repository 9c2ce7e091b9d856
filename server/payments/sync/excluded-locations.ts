import type { Query } from "#server/database/database.ts";
import type { InvoiceResult } from "#server/payments/payment-provider.ts";

/**
 * Removes new invoices of excluded locations from the results. Keeps invoices that are already stored, because clients
 * would otherwise see outdated balances.
 * @see docs/product.md#square
 */
export async function removeExcludedInvoices<Result extends InvoiceResult>(
  query: Query,
  results: readonly Result[],
): Promise<Result[]> {
  const invoices = results.flatMap((result) => (result.kind === "invoice" ? [result.invoice] : []));
  if (invoices.length === 0) {
    return [...results];
  }
  const rows = await query(
    `select id from unnest($1::text[], $2::text[]) as result (id, location_id)
        where exists (select from private.provider_connections as connection
                       where connection.revoked_at is null
                         and result.location_id = any(connection.excluded_location_ids))
          and not exists (select from public.invoices as stored where stored.square_invoice_id = result.id)`,
    [
      invoices.map((invoice) => invoice.square_invoice_id),
      invoices.map((invoice) => invoice.square_location_id ?? ""),
    ],
  );
  const excludedIds = new Set(rows.map(({ id }) => id));
  return results.filter(
    (result) => result.kind !== "invoice" || !excludedIds.has(result.invoice.square_invoice_id),
  );
}
