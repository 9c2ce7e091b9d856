import { queryOptions } from "@tanstack/react-query";
import { fetchLastReminder } from "#app/api/admin/invoice-reminders.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { fetchInvoiceDetail, type InvoiceDetail } from "#app/api/shared/invoice-detail.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { Dollars } from "#domain/money/money.ts";

const POLL_INTERVAL_MS = 5000;

/** Fees by the id of the payment or refund. */
export type PaymentFees = ReadonlyMap<string, Dollars>;

type LoadedInvoice = { invoice: InvoiceDetail; fees: PaymentFees; lastReminder: CalendarDate | null };

/** An invoice with its payments, refunds, fees and last reminder, or null if the id is unknown. Polled while the page is visible. */
export function invoiceQuery(id: string) {
  return queryOptions({
    queryKey: ["invoice-detail", id],
    queryFn: async (): Promise<LoadedInvoice | null> => {
      const [invoice, fees] = await Promise.all([fetchInvoiceDetail("admin", id), fetchFees(id)]);
      return invoice && { invoice, fees, lastReminder: await fetchLastReminder(invoice) };
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? POLL_INTERVAL_MS : false),
  });
}

async function fetchFees(invoiceId: string): Promise<PaymentFees> {
  const supabase = await getSupabase("admin");
  const payments = unwrap(
    await supabase
      .from("invoice_payments")
      .select("id, invoice_payment_fees(amount)")
      .eq("invoice_id", invoiceId),
  );
  return new Map(
    payments.flatMap(({ id, invoice_payment_fees: fee }) => (fee ? [[id, fee.amount] as const] : [])),
  );
}
