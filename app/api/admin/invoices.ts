import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { fetchAllRows, fetchPage, type ListPage, type ListParams } from "#app/api/admin/list-page.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { anyColumnMatches, containsPattern } from "#app/api/client/like-pattern.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { InvoiceStatus } from "#domain/invoices/invoice.ts";
import { AGING_BOUNDARIES, AGING_BUCKETS, toAgingTotals } from "#domain/invoices/reports/invoice-aging.ts";
import type { Tables } from "#supabase/database.types.ts";

/** Query key prefix for the invoice list. */
export const INVOICE_LIST_KEY = "invoice-list";

/** Status filter for invoices without a client. The value appears in URLs. */
export const UNASSIGNED_FILTER = "unmatched";

/** Status filter for fully and partially refunded invoices. The value appears in URLs. */
export const REFUNDED_FILTER = "refunded";

/** Columns the list can be sorted by. */
export const INVOICE_SORT_COLUMNS = [
  "invoice_number",
  "company_order",
  "status",
  "due_date",
  "amount",
  "open_amount",
];

const SEARCH_COLUMNS = ["invoice_number", "description", "company", "payer_name", "payer_email"];

/** A row of the invoice list. */
export type ListedInvoice = Tables<"invoice_list">;

/**
 * Filter for the invoice list. `age` is the key of an aging bucket as of `today`. An empty string matches
 * everything.
 */
export type InvoiceFilter = Pick<
  ListParams<InvoiceStatus | typeof UNASSIGNED_FILTER | typeof REFUNDED_FILTER>,
  "search" | "status"
> & {
  age: string;
  clientId: string;
  today: CalendarDate;
};

/**
 * One page of invoices, overdue ones first by default. `search` matches the number, description and company, and the payer
 * of invoices without a client.
 */
export function invoiceListQuery(params: Pick<ListParams, "page" | "sort"> & InvoiceFilter) {
  return queryOptions({
    queryKey: [INVOICE_LIST_KEY, params],
    queryFn: async (): Promise<ListPage<ListedInvoice>> => {
      const { sort, page } = params;
      const order = sort ?? { column: "urgency_order", ascending: true };
      // Without a filter, use the stored total, because counting 100,000 rows takes longer than reading 25.
      const withCount = isFiltered(params);
      const buildQuery = await createInvoiceQueryBuilder(params);
      const [result, storedTotal] = await Promise.all([
        fetchPage(page, (from, to) =>
          buildQuery(withCount)
            .order(order.column, { ascending: order.ascending, nullsFirst: false })
            .order("id")
            .range(from, to),
        ),
        withCount ? null : countInvoices(),
      ]);
      return { ...result, total: storedTotal ?? result.total };
    },
    placeholderData: keepPreviousData,
  });
}

/** All invoices that match the filter, latest due date first. @throws {ApiError} */
export async function fetchAllInvoices(filter: InvoiceFilter): Promise<ListedInvoice[]> {
  const buildQuery = await createInvoiceQueryBuilder(filter);
  const rows = await fetchAllRows((afterId, limit) => {
    const query = buildQuery(false);
    return (afterId ? query.gt("id", afterId) : query).order("id").limit(limit);
  });
  return rows.sort((a, b) => (b.due_date ?? "").localeCompare(a.due_date ?? ""));
}

/** Open amounts in cents by aging bucket. */
export function invoiceAgingQuery(today: CalendarDate) {
  return queryOptions({
    queryKey: [INVOICE_LIST_KEY, "aging", today],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return toAgingTotals(
        unwrap(await supabase.rpc("invoice_aging", { today, days_late: AGING_BOUNDARIES })),
      );
    },
  });
}

/** The earliest due date of a late payment, or null if no payment is late. */
export function oldestOverdueQuery() {
  return queryOptions({
    queryKey: [INVOICE_LIST_KEY, "oldest-overdue"],
    queryFn: async (): Promise<CalendarDate | null> => {
      const supabase = await getSupabase("admin");
      const [oldest] = unwrap(
        await supabase
          .from("invoice_list")
          .select("overdue_date")
          .not("overdue_date", "is", null)
          .order("overdue_date")
          .limit(1),
      );
      return oldest?.overdue_date ?? null;
    },
  });
}

function isFiltered({ search, status, age, clientId }: InvoiceFilter): boolean {
  return search.trim() !== "" || status !== "" || age !== "" || clientId !== "";
}

async function countInvoices(): Promise<number> {
  const supabase = await getSupabase("admin");
  return unwrap(await supabase.from("firm_totals").select("invoice_count").single()).invoice_count;
}

async function createInvoiceQueryBuilder({ search, status, age, clientId, today }: InvoiceFilter) {
  const supabase = await getSupabase("admin");
  const agingBucket = AGING_BUCKETS.findIndex(({ key }) => key === age);
  const options = (withCount: boolean) => (withCount ? ({ count: "exact" } as const) : {});
  return (withCount: boolean) => {
    let query =
      agingBucket < 0
        ? supabase.from("invoice_list").select("*", options(withCount))
        : supabase
            .rpc(
              "invoices_in_aging_bucket",
              { today, days_late: AGING_BOUNDARIES, aging_bucket: agingBucket },
              options(withCount),
            )
            .select("*");
    if (status === UNASSIGNED_FILTER) {
      query = query.is("client_id", null);
    } else if (status === REFUNDED_FILTER) {
      query = query.gt("refunded_amount", 0);
    } else if (status) {
      query = query.eq("status", status);
    }
    if (clientId) {
      query = query.eq("client_id", clientId);
    }
    if (search.trim()) {
      query = query.or(anyColumnMatches(SEARCH_COLUMNS, containsPattern(search.trim())));
    }
    return query;
  };
}

/**
 * Assigns a client to an invoice.
 * @throws {ApiError} 409 if the invoice already has a client.
 */
export async function assignInvoice(invoiceId: string, clientId: string): Promise<void> {
  await readJson(adminApi.invoices[":id"].assign.$post({ param: { id: invoiceId }, json: { clientId } }));
}

/** Removes a manually assigned client from an invoice. @throws {ApiError} 409 if the assignment has changed. */
export async function unassignInvoice(invoiceId: string, clientId: string): Promise<void> {
  await readJson(adminApi.invoices[":id"].unassign.$post({ param: { id: invoiceId }, json: { clientId } }));
}
