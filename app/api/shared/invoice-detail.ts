import { unwrap } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { getSupabase } from "#app/api/client/supabase.ts";

const COLUMNS = `
  id, square_invoice_id, invoice_number, description, status, square_status, amount, total_paid_amount,
  refunded_amount, pending_refund_amount, processing_amount, is_processing, is_scheduled, line_items, discount_amount,
  tax_amount, service_charge_amount, tip_amount, issued_date, issued_date_is_estimate, due_date, paid_date, service_date,
  payment_schedule, next_payment_amount, next_payment_due_date, accepted_payment_methods, square_payment_url, time_zone,
  client_id, clients(company, contact_person, address),
  invoice_payments(
    id, kind, status, amount, tip_amount, method, card_brand, card_last4, receipt_number, receipt_url, created_at
  )`;

/** Fetches an invoice with its payments and refunds, oldest first. Null if the caller can read no invoice with this id. */
export async function fetchInvoiceDetail(area: Area, id: string) {
  const supabase = await getSupabase(area);
  const row = unwrap(await supabase.from("invoices").select(COLUMNS).eq("id", id).maybeSingle());
  if (!row) {
    return null;
  }
  const { clients: client, invoice_payments, ...invoice } = row;
  const payments = invoice_payments.toSorted(
    (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || a.kind.localeCompare(b.kind),
  );
  return { ...invoice, client, payments };
}

/** An invoice with all data that its page shows. */
export type InvoiceDetail = NonNullable<Awaited<ReturnType<typeof fetchInvoiceDetail>>>;
/** A payment or refund of an invoice. */
export type DetailPayment = InvoiceDetail["payments"][number];
