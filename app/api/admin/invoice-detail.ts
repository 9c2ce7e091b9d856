import { queryOptions } from "@tanstack/react-query";
import { fetchLastReminder } from "#app/api/admin/invoice-reminders.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { fetchInvoiceDetail, type InvoiceDetail } from "#app/api/shared/invoice-detail.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { Dollars } from "#domain/money/money.ts";
import type { Payer } from "#domain/square/payer.ts";

const POLL_INTERVAL_MS = 5000;

/** Fees by the id of the payment or refund. */
export type PaymentFees = ReadonlyMap<string, Dollars>;

type LoadedInvoice = {
  invoice: InvoiceDetail;
  fees: PaymentFees;
  /** The customer in Square of an invoice that matched no client. */
  payer: Payer | null;
  lastReminder: CalendarDate | null;
};

/** An invoice with its payments, refunds, fees, payer and last reminder, or null if the id is unknown. Polled while the page is visible. */
export function invoiceQuery(id: string) {
  return queryOptions({
    queryKey: ["invoice-detail", id],
    queryFn: async (): Promise<LoadedInvoice | null> => {
      const [invoice, details] = await Promise.all([fetchInvoiceDetail("admin", id), fetchAdminDetails(id)]);
      return invoice && { invoice, ...details, lastReminder: await fetchLastReminder(invoice) };
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? POLL_INTERVAL_MS : false),
  });
}

/** What only administrators can read. */
async function fetchAdminDetails(invoiceId: string): Promise<Pick<LoadedInvoice, "fees" | "payer">> {
  const supabase = await getSupabase("admin");
  const invoice = unwrap(
    await supabase
      .from("invoices")
      .select("invoice_payers(payer_name, payer_email), invoice_payments(id, invoice_payment_fees(amount))")
      .eq("id", invoiceId)
      .maybeSingle(),
  );
  const payments = invoice?.invoice_payments ?? [];
  return {
    payer: invoice?.invoice_payers ?? null,
    fees: new Map(
      payments.flatMap(({ id, invoice_payment_fees: fee }) => (fee ? [[id, fee.amount] as const] : [])),
    ),
  };
}
