import type { Query } from "#server/database/database.ts";
import type { Payer } from "#server/payments/payment-provider.ts";

type BilledInvoice = { squareInvoiceId: string; payer: Payer };

/**
 * Saves the payers of invoices without a client, for administrators. Ignores invoices with a client. The payer of an
 * invoice that an administrator has assigned is kept unchanged.
 * @returns whether anything has changed
 */
export async function savePayers(query: Query, invoices: readonly BilledInvoice[]): Promise<boolean> {
  if (invoices.length === 0) {
    return false;
  }
  const payers = invoices.map(({ squareInvoiceId, payer }) => ({
    square_invoice_id: squareInvoiceId,
    payer_name: payer.name,
    payer_email: payer.emails[0] ?? null,
  }));
  const saved = await query(
    `insert into public.invoice_payers as stored (invoice_id, payer_name, payer_email)
     select invoice.id, incoming.payer_name, incoming.payer_email
       from jsonb_to_recordset($1::jsonb) as incoming (square_invoice_id text, payer_name text, payer_email text)
       join public.invoices as invoice on invoice.square_invoice_id = incoming.square_invoice_id
      where invoice.client_id is null and coalesce(incoming.payer_name, incoming.payer_email) is not null
      order by invoice.id
     on conflict (invoice_id) do update
        set payer_name = excluded.payer_name, payer_email = excluded.payer_email
      where (stored.payer_name, stored.payer_email) is distinct from (excluded.payer_name, excluded.payer_email)
     returning invoice_id`,
    [JSON.stringify(payers)],
  );
  const unnamed = payers.filter((payer) => payer.payer_name === null && payer.payer_email === null);
  if (unnamed.length === 0) {
    return saved.length > 0;
  }
  const removed = await query(
    `delete from public.invoice_payers as stored using public.invoices as invoice
      where invoice.id = stored.invoice_id and invoice.client_id is null and invoice.square_invoice_id = any($1)
     returning stored.invoice_id`,
    [unnamed.map((payer) => payer.square_invoice_id)],
  );
  return saved.length + removed.length > 0;
}
