import { queryOptions } from "@tanstack/react-query";
import { fetchInvoiceDetail } from "#app/api/shared/invoice-detail.ts";

/** Short enough for a payment to appear within 5 s. */
const POLL_INTERVAL_MS = 2500;

/**
 * One of the client's invoices with its payments and refunds, or null if the id is unknown. Polled while the page is
 * visible, because a payment can change without its invoice.
 */
export function ownInvoiceQuery(id: string) {
  return queryOptions({
    queryKey: ["own-invoice", id],
    queryFn: () => fetchInvoiceDetail("client", id),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? POLL_INTERVAL_MS : false),
  });
}
