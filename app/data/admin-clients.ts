import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type ListPage, listPage } from "#app/data/admin-list.ts";
import { backend } from "#app/data/backend.ts";
import { dataOf } from "#app/data/failure.ts";
import { containing, quoted } from "#app/data/like-pattern.ts";
import { toCents } from "#domain/money.ts";

/** A client as the administrator's list shows it. */
export type ListedClient = {
  id: string;
  company: string;
  contactPerson: string;
  email: string;
  status: string;
  balanceCents: number;
  invoiceCount: number;
};

/** Accounts looked for by their e-mail address in one search; the addresses are in a table of their own. */
const MOST_ACCOUNTS = 100;

/** First part of the keys of the lists of clients. */
export const CLIENT_LIST = "client-list";

/**
 * One page of the clients, by company: the active ones unless `status` says "suspended" or "all". `search` looks into
 * company, contact person and e-mail.
 */
export function clientList({ search, status, page }: { search: string; status: string; page: number }) {
  return queryOptions({
    queryKey: [CLIENT_LIST, search, status, page],
    queryFn: () => fetchClients(search.trim(), status || "active", page),
    placeholderData: keepPreviousData,
  });
}

/** The clients a project can be for, by company. */
export function activeClients() {
  return queryOptions({
    queryKey: ["active-clients"],
    queryFn: async () => {
      const admin = await backend("admin");
      return dataOf(
        await admin.from("clients").select("id, company").eq("status", "active").order("company"),
      );
    },
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

async function fetchClients(search: string, status: string, page: number): Promise<ListPage<ListedClient>> {
  const admin = await backend("admin");
  const condition = search ? await matching(search) : null;
  const clients = await listPage(page, (from, to) => {
    let wanted = admin
      .from("clients")
      .select("id, company, contact_person, status, users(email)", { count: "exact" });
    if (status !== "all") wanted = wanted.eq("status", status);
    if (condition) wanted = wanted.or(condition);
    return wanted.order("company").order("id").range(from, to);
  });
  const balances = await fetchBalances(clients.rows.map((client) => client.id));
  return {
    ...clients,
    rows: clients.rows.map((client) => ({
      id: client.id,
      company: client.company,
      contactPerson: client.contact_person,
      email: client.users?.email ?? "",
      status: client.status,
      balanceCents: toCents(balances.get(client.id)?.outstanding_balance),
      invoiceCount: balances.get(client.id)?.invoice_count ?? 0,
    })),
  };
}

async function matching(search: string): Promise<string> {
  const pattern = containing(search);
  const admin = await backend("admin");
  const accounts = dataOf(
    await admin.from("users").select("id").eq("role", "client").ilike("email", pattern).limit(MOST_ACCOUNTS),
  );
  return [
    `company.ilike.${quoted(pattern)}`,
    `contact_person.ilike.${quoted(pattern)}`,
    ...(accounts.length > 0 ? [`user_id.in.(${accounts.map((account) => account.id).join(",")})`] : []),
  ].join(",");
}

async function fetchBalances(clientIds: string[]) {
  const admin = await backend("admin");
  const rows = dataOf(await admin.from("client_balances").select("*").in("client_id", clientIds));
  return new Map(rows.map((row) => [row.client_id, row]));
}
