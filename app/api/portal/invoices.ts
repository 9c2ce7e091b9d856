import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";

/** Short enough for a payment to appear within 5 s. */
const POLL_INTERVAL_MS = 2500;

const invoicesKey = (clientId: string) => ["own-invoices", clientId];

const COLUMNS = `
  id, square_invoice_id, invoice_number, amount, status, issued_date, due_date, paid_date, description,
  square_payment_url, payment_schedule, next_payment_amount, next_payment_due_date, total_paid_amount,
  service_date, client_id, project_id, accepted_payment_methods, square_status, square_subscription_id,
  refunded_amount, pending_refund_amount, processing_amount, is_processing, is_scheduled,
  issued_date_is_estimate, time_zone, updated_at`;

async function fetchOwnInvoices(clientId: string) {
  const supabase = await getSupabase("client");
  return unwrap(
    await supabase
      .from("invoices")
      .select(COLUMNS)
      .eq("client_id", clientId)
      .order("due_date", { ascending: false }),
  );
}

/** An invoice with the columns shown in the portal. */
export type OwnInvoice = Awaited<ReturnType<typeof fetchOwnInvoices>>[number];

/** All invoices of a client, latest due date first. */
export function ownInvoicesQuery(clientId: string) {
  return queryOptions({ queryKey: invoicesKey(clientId), queryFn: () => fetchOwnInvoices(clientId) });
}

/**
 * Time of the latest change to any of the client's invoices. Polled while the page is visible, so that the
 * whole list is refetched only after a change.
 */
export function latestInvoiceChangeQuery(clientId: string) {
  return queryOptions({
    queryKey: ["own-invoices-latest-change", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      const latest = unwrap(
        await supabase
          .from("invoices")
          .select("updated_at")
          .eq("client_id", clientId)
          .order("updated_at", { ascending: false })
          .limit(1)
          .maybeSingle(),
      );
      return latest?.updated_at ?? null;
    },
    staleTime: 0,
    retry: false,
    refetchInterval: POLL_INTERVAL_MS,
  });
}
