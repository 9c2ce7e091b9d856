import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { everyRow, type ListPage, type ListWanted, listPage } from "#app/api/admin-list.ts";
import { callApi } from "#app/api/api.ts";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";
import { anyOf, containing } from "#app/api/like-pattern.ts";
import type { CalendarDate } from "#domain/calendar-date.ts";
import { AGEING_LIMITS, ageingDueDates, ageingOf } from "#domain/invoice-ageing.ts";
import type { Tables } from "#supabase/database.types.ts";

/** First part of the keys of the lists of all invoices. */
export const INVOICE_LIST = "invoice-list";

/** The filter for invoices the sync found no client for. */
export const UNMATCHED = "unmatched";

/** Columns the list can be ordered by, beside its own order: the last due first. */
export const INVOICE_SORTS = [
  "invoice_number",
  "company_order",
  "status",
  "due_date",
  "amount",
  "open_amount",
];

const SEARCHED = ["invoice_number", "description", "company"];

/** An invoice as the list of all invoices shows it. */
export type ListedInvoice = Omit<
  Tables<"invoice_list">,
  "id" | "invoice_number" | "status" | "amount" | "total_paid_amount"
> & { id: string; invoice_number: string; status: string; amount: number; total_paid_amount: number };

/** What narrows the invoices: `age` names a bucket of their ageing, as of `today`; `clientId` a client. Empty: none. */
export type InvoicesNarrowed = Pick<ListWanted, "search" | "status"> & {
  age: string;
  clientId: string;
  today: CalendarDate;
};

/** One page of invoices, the last due first unless `sort` says otherwise; `search` looks into number, text and company. */
export function invoiceList(wanted: ListWanted & InvoicesNarrowed) {
  return queryOptions({
    queryKey: [INVOICE_LIST, wanted],
    queryFn: async (): Promise<ListPage<ListedInvoice>> => {
      const { sort, page } = wanted;
      const order = sort ?? { column: "due_date", ascending: false };
      // Counting 100,000 rows takes longer than reading 25; how many there are in all is kept.
      const counts = isNarrowed(wanted);
      const narrowed = await invoicesLike(wanted);
      const [found, inAll] = await Promise.all([
        listPage(page, (from, to) =>
          narrowed(counts)
            .order(order.column, { ascending: order.ascending, nullsFirst: false })
            .order("id")
            .range(from, to),
        ),
        counts ? null : invoiceCount(),
      ]);
      return { ...found, total: inAll ?? found.total, rows: found.rows.map(listed) };
    },
    placeholderData: keepPreviousData,
  });
}

/** Every invoice the list would show on all its pages, the last due first. @throws ApiFailure */
export async function everyInvoice(wanted: InvoicesNarrowed): Promise<ListedInvoice[]> {
  const narrowed = await invoicesLike(wanted);
  const rows = await everyRow((after, limit) => {
    const all = narrowed(false);
    return (after ? all.gt("id", after) : all).order("id").limit(limit);
  });
  return rows.map(listed).sort((one, other) => (other.due_date ?? "").localeCompare(one.due_date ?? ""));
}

/** What is open, in cents, by how late it is. */
export function invoiceAgeing(today: CalendarDate) {
  return queryOptions({
    queryKey: [INVOICE_LIST, "ageing", today],
    queryFn: async () => {
      const admin = await backend("admin");
      return ageingOf(dataOf(await admin.rpc("invoice_ageing", { today, days_late: AGEING_LIMITS })));
    },
  });
}

function isNarrowed({ search, status, age, clientId }: InvoicesNarrowed): boolean {
  return search.trim() !== "" || status !== "" || age !== "" || clientId !== "";
}

async function invoiceCount(): Promise<number> {
  const admin = await backend("admin");
  return dataOf(await admin.from("firm_totals").select("invoice_count").single()).invoice_count ?? 0;
}

async function invoicesLike({ search, status, age, clientId, today }: InvoicesNarrowed) {
  const admin = await backend("admin");
  const due = ageingDueDates(age, today);
  return (counted: boolean) => {
    let wanted = admin.from("invoice_list").select("*", counted ? { count: "exact" } : {});
    if (status === UNMATCHED) wanted = wanted.is("client_id", null);
    else if (status) wanted = wanted.eq("status", status);
    if (clientId) wanted = wanted.eq("client_id", clientId);
    if (due) wanted = wanted.in("status", ["pending", "overdue"]);
    // Without a due date nothing is late.
    if (due && !due.last) wanted = wanted.or(`due_date.gte.${due.first},due_date.is.null`);
    if (due?.last) wanted = wanted.lte("due_date", due.last);
    if (due?.last && due.first) wanted = wanted.gte("due_date", due.first);
    if (search.trim()) wanted = wanted.or(anyOf(SEARCHED, containing(search.trim())));
    return wanted;
  };
}

/** Columns of a view have no "not null"; these come from columns that have one. */
function listed(row: Tables<"invoice_list">): ListedInvoice {
  return {
    ...row,
    id: row.id ?? "",
    invoice_number: row.invoice_number ?? "",
    status: row.status ?? "",
    amount: row.amount ?? 0,
    total_paid_amount: row.total_paid_amount ?? 0,
  };
}

/** Gives an invoice the client the sync could not find. @throws ApiFailure, also when it has one meanwhile. */
export async function assignInvoice(invoiceId: string, clientId: string): Promise<void> {
  await callApi("admin", `/api/admin/invoices/${invoiceId}/assign`, { method: "POST", body: { clientId } });
}

/** Takes back what was assigned to the client by hand. @throws ApiFailure, also when it is not so any more. */
export async function unassignInvoice(invoiceId: string, clientId: string): Promise<void> {
  await callApi("admin", `/api/admin/invoices/${invoiceId}/unassign`, { method: "POST", body: { clientId } });
}
