import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listPage } from "#app/data/admin-list.ts";
import { callApi } from "#app/data/api.ts";
import { backend } from "#app/data/backend.ts";
import { containing, quoted } from "#app/data/like-pattern.ts";

/** First part of the keys of the lists of all invoices. */
export const INVOICE_LIST = "invoice-list";

/** The filter for invoices the sync found no client for. */
export const UNMATCHED = "unmatched";

async function fetchInvoices({ search, status, page }: { search: string; status: string; page: number }) {
  const admin = await backend("admin");
  const pattern = quoted(containing(search.trim()));
  return listPage(page, (from, to) => {
    let wanted = admin
      .from("invoices")
      .select(
        "id, invoice_number, description, amount, total_paid_amount, status, due_date, client_id, square_invoice_id, square_payment_url, clients(company)",
        { count: "exact" },
      );
    if (status === UNMATCHED) wanted = wanted.is("client_id", null);
    else if (status) wanted = wanted.eq("status", status);
    if (search.trim()) wanted = wanted.or(`invoice_number.ilike.${pattern},description.ilike.${pattern}`);
    return wanted.order("due_date", { ascending: false }).order("id").range(from, to);
  });
}

/** An invoice as the list of all invoices shows it. */
export type ListedInvoice = Awaited<ReturnType<typeof fetchInvoices>>["rows"][number];

/** One page of all invoices, the last due first; `search` looks into number and description. */
export function invoiceList(wanted: { search: string; status: string; page: number }) {
  return queryOptions({
    queryKey: [INVOICE_LIST, wanted.search, wanted.status, wanted.page],
    queryFn: () => fetchInvoices(wanted),
    placeholderData: keepPreviousData,
  });
}

/** Gives an invoice the client the sync could not find. @throws ApiFailure, also when it has one meanwhile. */
export async function assignInvoice(invoiceId: string, clientId: string): Promise<void> {
  await callApi("admin", `/api/admin/invoices/${invoiceId}/assign`, { method: "POST", body: { clientId } });
}
