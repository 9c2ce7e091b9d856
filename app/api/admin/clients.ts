import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { fetchAllRows, fetchPage, type ListPage, type ListParams } from "#app/api/admin/list-page.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { anyColumnMatches, containsPattern } from "#app/api/client/like-pattern.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { ClientStatus } from "#domain/clients/client.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { UnpaidTotals } from "#domain/invoices/invoice.ts";
import { type Cents, toCents } from "#domain/money/money.ts";
import type { Tables } from "#supabase/database.types.ts";

/** A row of the client list. */
export type ListedClient = {
  id: string;
  company: string;
  contactPerson: string;
  email: string;
  status: ClientStatus;
  joinedDate: CalendarDate;
  balanceCents: Cents;
  unpaid: UnpaidTotals;
  invoiceCount: number;
};

/** Query key prefix for the client lists. */
export const CLIENT_LIST_KEY = "client-list";
const OVERDUE_COLUMN = "overdue_amount";
/** Columns the list can be sorted by. */
export const CLIENT_SORT_COLUMNS = [
  "company_order",
  "contact_person",
  "email",
  OVERDUE_COLUMN,
  "outstanding_balance",
  "invoice_count",
];

const SEARCH_COLUMNS = ["company", "contact_person", "email"];

type ClientFilter = Pick<ListParams<ClientStatus | "all">, "search" | "status">;

/**
 * One page of clients, sorted by company by default. An empty `status` selects active clients. `search` matches company,
 * contact person and email. `today` decides what is overdue.
 */
export function clientListQuery(params: ListParams<ClientStatus | "all"> & { today: CalendarDate }) {
  return queryOptions({
    queryKey: [CLIENT_LIST_KEY, params],
    queryFn: async (): Promise<ListPage<ListedClient>> => {
      const { sort, page } = params;
      const order = sort ?? { column: "company_order", ascending: true };
      if (order.column === OVERDUE_COLUMN) {
        return fetchPageByOverdue(params, order.ascending);
      }
      const buildQuery = await createClientQueryBuilder(params);
      const result = await fetchPage(page, (from, to) =>
        buildQuery(true).order(order.column, order).order("id").range(from, to),
      );
      return { ...result, rows: result.rows.map(toListedClient) };
    },
    placeholderData: keepPreviousData,
  });
}

/** The view of the list has no overdue amounts, because they depend on the date and are slow to compute. */
async function fetchPageByOverdue(
  { today, page, ...filter }: ClientFilter & { today: CalendarDate; page: number },
  ascending: boolean,
): Promise<ListPage<ListedClient>> {
  const supabase = await getSupabase("admin");
  const sorted = await fetchPage(page, (from, to) =>
    filterClients(supabase.rpc("clients_with_overdue", { today }, { count: "exact" }).select("id"), filter)
      .order(OVERDUE_COLUMN, { ascending })
      .order("id")
      .range(from, to),
  );
  const ids = sorted.rows.map(({ id }) => id);
  const clients = unwrap(await supabase.from("client_list").select("*").in("id", ids)).map(toListedClient);
  return { ...sorted, rows: ids.flatMap((id) => clients.find((client) => client.id === id) ?? []) };
}

/** All clients that match the filter, sorted by company. @throws {ApiError} */
export async function fetchAllClients(filter: ClientFilter): Promise<ListedClient[]> {
  const buildQuery = await createClientQueryBuilder(filter);
  const rows = await fetchAllRows((afterId, limit) => {
    const query = buildQuery(false);
    return (afterId ? query.gt("id", afterId) : query).order("id").limit(limit);
  });
  return rows.map(toListedClient).sort((a, b) => a.company.localeCompare(b.company));
}

async function createClientQueryBuilder(filter: ClientFilter) {
  const supabase = await getSupabase("admin");
  return (withCount: boolean) =>
    filterClients(supabase.from("client_list").select("*", withCount ? { count: "exact" } : {}), filter);
}

/** Selects the clients that match the filter, from the view or the function. */
function filterClients<Query extends { or(conditions: string): Query }>(
  query: Query,
  { search, status }: ClientFilter,
): Query {
  const withStatus = status === "all" ? query : query.or(`status.eq.${status || "active"}`);
  return search.trim()
    ? withStatus.or(anyColumnMatches(SEARCH_COLUMNS, containsPattern(search.trim())))
    : withStatus;
}

function toListedClient(row: Tables<"client_list">): ListedClient {
  return {
    id: row.id,
    company: row.company,
    contactPerson: row.contact_person,
    email: row.email,
    status: row.status,
    joinedDate: row.joined_date,
    balanceCents: toCents(row.outstanding_balance),
    unpaid: {
      billedCents: toCents(row.unpaid_billed),
      paidCents: toCents(row.unpaid_paid),
      refundedCents: toCents(row.unpaid_refunded),
    },
    invoiceCount: row.invoice_count,
  };
}

/** Maximum number of options in a client select. Other clients can be found by searching. */
export const CLIENT_OPTIONS_LIMIT = 50;

/** The first active clients whose company contains `search`, sorted by company, and the total number of matches. */
export function activeClientsQuery(search: string) {
  return queryOptions({
    queryKey: ["active-clients", search.trim()],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const query = supabase
        .from("client_list")
        .select("id, company", { count: "exact" })
        .eq("status", "active")
        .ilike("company", containsPattern(search.trim()));
      const response = await query.order("company_order").order("id").limit(CLIENT_OPTIONS_LIMIT);
      const clients = unwrap(response);
      return { clients, total: response.count ?? clients.length };
    },
    placeholderData: keepPreviousData,
  });
}

/** All clients, including suspended ones, sorted by company. */
export function allClientsQuery() {
  return queryOptions({
    queryKey: [CLIENT_LIST_KEY, "all"],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(
        await supabase.from("clients").select("id, company, status").order("company").limit(1000),
      );
    },
  });
}

/** A client's company, or null if the id is unknown. */
export function clientCompanyQuery(clientId: string) {
  return queryOptions({
    queryKey: ["client-company", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const client = unwrap(
        await supabase.from("clients").select("company").eq("id", clientId).maybeSingle(),
      );
      return client?.company ?? null;
    },
  });
}
