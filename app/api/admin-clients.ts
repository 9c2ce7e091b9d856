import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { everyRow, type ListPage, type ListWanted, listPage } from "#app/api/admin-list.ts";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";
import { anyOf, containing } from "#app/api/like-pattern.ts";
import { toCents } from "#domain/money.ts";
import type { Tables } from "#supabase/database.types.ts";

/** A client as the administrator's list shows it. */
export type ListedClient = {
  id: string;
  company: string;
  contactPerson: string;
  email: string;
  status: string;
  joinedDate: string;
  balanceCents: number;
  invoiceCount: number;
};

/** First part of the keys of the lists of clients. */
export const CLIENT_LIST = "client-list";
/** Columns the list can be ordered by, beside its own order by company. */
export const CLIENT_SORTS = [
  "company_order",
  "contact_person",
  "email",
  "outstanding_balance",
  "invoice_count",
];

const SEARCHED = ["company", "contact_person", "email"];

type Narrowed = Pick<ListWanted, "search" | "status">;

/**
 * One page of the clients, by company unless `sort` says otherwise: the active ones unless `status` says "suspended"
 * or "all". `search` looks into company, contact person and e-mail.
 */
export function clientList(wanted: ListWanted) {
  return queryOptions({
    queryKey: [CLIENT_LIST, wanted],
    queryFn: async (): Promise<ListPage<ListedClient>> => {
      const { sort, page } = wanted;
      const order = sort ?? { column: "company_order", ascending: true };
      const narrowed = await clientsLike(wanted);
      const found = await listPage(page, (from, to) =>
        narrowed(true).order(order.column, order).order("id").range(from, to),
      );
      return { ...found, rows: found.rows.map(listed) };
    },
    placeholderData: keepPreviousData,
  });
}

/** Every client the list would show on all its pages, by company. @throws ApiFailure */
export async function everyClient(wanted: Narrowed): Promise<ListedClient[]> {
  const narrowed = await clientsLike(wanted);
  const rows = await everyRow((after, limit) => {
    const all = narrowed(false);
    return (after ? all.gt("id", after) : all).order("id").limit(limit);
  });
  return rows.map(listed).sort((one, other) => one.company.localeCompare(other.company));
}

async function clientsLike({ search, status }: Narrowed) {
  const admin = await backend("admin");
  return (counted: boolean) => {
    let wanted = admin.from("client_list").select("*", counted ? { count: "exact" } : {});
    if (status !== "all") wanted = wanted.eq("status", status || "active");
    if (search.trim()) wanted = wanted.or(anyOf(SEARCHED, containing(search.trim())));
    return wanted;
  };
}

function listed(row: Tables<"client_list">): ListedClient {
  return {
    id: row.id ?? "",
    company: row.company ?? "",
    contactPerson: row.contact_person ?? "",
    email: row.email ?? "",
    status: row.status ?? "",
    joinedDate: row.joined_date ?? "",
    balanceCents: toCents(row.outstanding_balance),
    invoiceCount: row.invoice_count ?? 0,
  };
}

/** Clients offered by a choice at once; more are found by typing. */
export const CLIENTS_OFFERED = 50;

/** The first active clients by company whose company holds `search`, and how many of them there are. */
export function activeClients(search: string) {
  return queryOptions({
    queryKey: ["active-clients", search.trim()],
    queryFn: async () => {
      const admin = await backend("admin");
      const active = admin
        .from("client_list")
        .select("id, company", { count: "exact" })
        .eq("status", "active")
        .ilike("company", containing(search.trim()));
      const answer = await active.order("company_order").order("id").limit(CLIENTS_OFFERED);
      const clients = dataOf(answer).map(({ id, company }) => ({ id: id ?? "", company: company ?? "" }));
      return { clients, total: answer.count ?? clients.length };
    },
    placeholderData: keepPreviousData,
  });
}

/** All clients by company, suspended ones too. */
export function allClients() {
  return queryOptions({
    queryKey: [CLIENT_LIST, "every one"],
    queryFn: async () => {
      const admin = await backend("admin");
      return dataOf(await admin.from("clients").select("id, company, status").order("company").limit(1000));
    },
  });
}

/** The company of a client; null when there is no such client. */
export function clientCompany(clientId: string) {
  return queryOptions({
    queryKey: ["client-company", clientId],
    queryFn: async () => {
      const admin = await backend("admin");
      const found = dataOf(await admin.from("clients").select("company").eq("id", clientId).maybeSingle());
      return found?.company ?? null;
    },
  });
}
