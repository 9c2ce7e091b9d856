import { toInstant } from "#domain/dates/instant.ts";
import type { Query } from "#server/database/database.ts";

export type InvoiceWithPayments = NonNullable<Awaited<ReturnType<typeof readInvoice>>>;

/**
 * Reads an invoice with its client, and its payments and refunds, oldest first.
 * @returns null if the caller cannot read the invoice
 */
export async function readInvoice(query: Query, id: string) {
  const [invoice] = await query(
    `select invoice.client_id, invoice.invoice_number, invoice.description, invoice.status, invoice.square_status, invoice.amount,
            invoice.total_paid_amount, invoice.refunded_amount, invoice.pending_refund_amount, invoice.is_processing,
            invoice.is_scheduled, invoice.line_items, invoice.discount_amount, invoice.tax_amount,
            invoice.service_charge_amount, invoice.tip_amount, invoice.issued_date::text, invoice.due_date::text,
            invoice.paid_date::text, invoice.next_payment_due_date::text, invoice.payment_schedule, invoice.time_zone,
            client.company, client.contact_person, client.address
       from public.invoices as invoice
       left join public.clients as client on client.id = invoice.client_id
      where invoice.id = $1`,
    [id],
  );
  if (!invoice) {
    return null;
  }
  const payments = await query(
    `select kind, status, amount, method, card_brand, card_last4, created_at
       from public.invoice_payments where invoice_id = $1 order by created_at, kind`,
    [id],
  );
  return {
    ...invoice,
    payments: payments.map((payment) => ({ ...payment, created_at: toInstant(payment.created_at) })),
  };
}
