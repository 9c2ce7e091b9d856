import { queryOptions } from "@tanstack/react-query";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";

/** Milliseconds between two looks for a change while money is on the screen: a payment shows within 5 s. */
const LOOK_EVERY = 2500;

const invoicesKey = (clientId: string) => ["own-invoices", clientId];

const LISTED = `
  id, square_invoice_id, invoice_number, amount, status, issued_date, due_date, paid_date, description,
  square_payment_url, payment_schedule, next_payment_amount, next_payment_due_date, total_paid_amount,
  service_date, client_id, project_id, accepted_payment_methods, square_subscription_id, updated_at`;

async function fetchOwnInvoices(clientId: string) {
  const client = await backend("client");
  return dataOf(
    await client
      .from("invoices")
      .select(LISTED)
      .eq("client_id", clientId)
      .order("due_date", { ascending: false }),
  );
}

/** An invoice as its client sees it. */
export type OwnInvoice = Awaited<ReturnType<typeof fetchOwnInvoices>>[number];

/** All invoices of a client, the last due first. */
export function ownInvoices(clientId: string) {
  return queryOptions({ queryKey: invoicesKey(clientId), queryFn: () => fetchOwnInvoices(clientId) });
}

/**
 * When an invoice of the client last changed: one row, asked every few seconds while the page is visible, so that the
 * whole list is fetched again only when there is something new.
 */
export function newestInvoiceChange(clientId: string) {
  return queryOptions({
    queryKey: ["own-invoices-newest-change", clientId],
    queryFn: async () => {
      const client = await backend("client");
      const newest = dataOf(
        await client
          .from("invoices")
          .select("updated_at")
          .eq("client_id", clientId)
          .order("updated_at", { ascending: false })
          .limit(1)
          .maybeSingle(),
      );
      return newest?.updated_at ?? null;
    },
    staleTime: 0,
    retry: false,
    refetchInterval: LOOK_EVERY,
  });
}
