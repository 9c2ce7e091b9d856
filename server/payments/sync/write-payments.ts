import type { Query } from "#server/database/database.ts";
import type { InvoiceResult, ProviderPayment } from "#server/payments/payment-provider.ts";

type ReadInvoice = Extract<InvoiceResult, { kind: "invoice" }>;
type PaymentRow = ProviderPayment & { square_invoice_id: string; merchant_id: string };

/**
 * Writes the payments, refunds and fees of stored invoices in the caller's transaction. Never deletes rows. Marks pending
 * payments that Square no longer returns as failed, because Square removes failed payments from the order.
 * @returns the Square ids of the invoices whose payments changed
 */
export async function writePayments(query: Query, results: readonly ReadInvoice[]): Promise<Set<string>> {
  const rows: PaymentRow[] = results.flatMap(({ invoice, payments }) =>
    payments.map((payment) => ({
      ...payment,
      square_invoice_id: invoice.square_invoice_id,
      merchant_id: invoice.square_merchant_id,
    })),
  );
  const completeInvoiceIds = results
    .filter(({ isComplete }) => isComplete)
    .map(({ invoice }) => invoice.square_invoice_id);
  const changed = await upsertPayments(query, rows, completeInvoiceIds);
  const rowsWithFee = rows.filter(({ fee }) => fee !== null);
  if (rowsWithFee.length > 0) {
    changed.push(...(await upsertFees(query, JSON.stringify(rowsWithFee))));
  }
  return new Set(changed.map(({ square_invoice_id }) => square_invoice_id ?? ""));
}

/** @param completeInvoiceIds the invoices whose missing pending payments have failed */
function upsertPayments(query: Query, rows: readonly PaymentRow[], completeInvoiceIds: readonly string[]) {
  return query(
    `with written as (
       insert into public.invoice_payments as stored
              (invoice_id, kind, square_id, square_payment_id, status, amount, tip_amount, method, card_brand,
               card_last4, receipt_number, receipt_url, created_at, updated_at)
       -- A row can be written only once. A payment of several invoices stays with the invoice that has it.
       select distinct on (incoming.square_id)
              invoice.id, incoming.kind, incoming.square_id, incoming.square_payment_id, incoming.status,
              incoming.amount, incoming.tip_amount, incoming.method, incoming.card_brand, incoming.card_last4,
              incoming.receipt_number, incoming.receipt_url, incoming.created_at, incoming.updated_at
         from jsonb_to_recordset($1::jsonb)
                as incoming (square_invoice_id text, merchant_id text, kind text, square_id text,
                             square_payment_id text, status text, amount numeric(12, 2), tip_amount numeric(12, 2),
                             method text, card_brand text, card_last4 text, receipt_number text, receipt_url text,
                             created_at timestamptz, updated_at timestamptz)
         join public.invoices as invoice on invoice.square_invoice_id = incoming.square_invoice_id
                                        and invoice.square_merchant_id = incoming.merchant_id
         left join public.invoice_payments as earlier on earlier.square_id = incoming.square_id
        order by incoming.square_id, earlier.invoice_id = invoice.id desc, invoice.square_invoice_id
       on conflict (square_id) do update
          set status = excluded.status, amount = excluded.amount, tip_amount = excluded.tip_amount,
              method = excluded.method, card_brand = excluded.card_brand, card_last4 = excluded.card_last4,
              receipt_number = excluded.receipt_number, receipt_url = excluded.receipt_url,
              updated_at = excluded.updated_at
        where stored.invoice_id = excluded.invoice_id
          and (stored.status, stored.amount, stored.tip_amount, stored.method, stored.card_brand, stored.card_last4,
               stored.receipt_number, stored.receipt_url, stored.updated_at)
              is distinct from
              (excluded.status, excluded.amount, excluded.tip_amount, excluded.method, excluded.card_brand,
               excluded.card_last4, excluded.receipt_number, excluded.receipt_url, excluded.updated_at)
       returning stored.invoice_id),
     failed as (
       update public.invoice_payments as payment set status = 'failed'
         from public.invoices as invoice
        where invoice.id = payment.invoice_id and invoice.square_invoice_id = any($2)
          and payment.kind = 'payment' and payment.status = 'pending' and payment.square_id <> all($3)
       returning payment.invoice_id)
     select distinct invoice.square_invoice_id
       from (select invoice_id from written union all select invoice_id from failed) as changed
       join public.invoices as invoice on invoice.id = changed.invoice_id`,
    [JSON.stringify(rows), completeInvoiceIds, rows.map(({ square_id }) => square_id)],
  );
}

function upsertFees(query: Query, payments: string) {
  return query(
    `with written as (
       insert into public.invoice_payment_fees as stored (invoice_payment_id, amount)
       select payment.id, incoming.fee
         from jsonb_to_recordset($1::jsonb)
                as incoming (square_invoice_id text, merchant_id text, square_id text, fee numeric(12, 2))
         join public.invoices as invoice on invoice.square_invoice_id = incoming.square_invoice_id
                                        and invoice.square_merchant_id = incoming.merchant_id
         join public.invoice_payments as payment on payment.square_id = incoming.square_id
                                                and payment.invoice_id = invoice.id
        where incoming.fee is not null
        order by payment.id
       on conflict (invoice_payment_id) do update set amount = excluded.amount
        where stored.amount <> excluded.amount
       returning stored.invoice_payment_id)
     select distinct invoice.square_invoice_id
       from written
       join public.invoice_payments as payment on payment.id = written.invoice_payment_id
       join public.invoices as invoice on invoice.id = payment.invoice_id`,
    [payments],
  );
}
