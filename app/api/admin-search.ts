import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";
import { anyOf, containing } from "#app/api/like-pattern.ts";

/** Clients, projects and invoices offered at once, each. */
const OFFERED = 5;

async function fetchEverywhere(text: string) {
  const pattern = containing(text);
  const admin = await backend("admin");
  const [clients, projects, invoices] = await Promise.all([
    admin
      .from("client_list")
      .select("id, company, contact_person")
      .or(anyOf(["company", "contact_person", "email"], pattern))
      .order("company_order")
      .limit(OFFERED),
    admin
      .from("project_list")
      .select("id, project_name, company")
      .or(anyOf(["project_name", "company"], pattern))
      .order("project_order")
      .limit(OFFERED),
    admin
      .from("invoice_list")
      .select("id, invoice_number, company, description")
      .or(anyOf(["invoice_number", "description"], pattern))
      .order("due_date", { ascending: false, nullsFirst: false })
      .limit(OFFERED),
  ]);
  return { clients: dataOf(clients), projects: dataOf(projects), invoices: dataOf(invoices) };
}

/** What a search through everything found. */
export type FoundEverywhere = Awaited<ReturnType<typeof fetchEverywhere>>;

/** The first clients, projects and invoices in which a text is found. */
export function searchEverywhere(text: string) {
  return queryOptions({
    queryKey: ["search-everywhere", text.trim()],
    queryFn: () => fetchEverywhere(text.trim()),
    enabled: text.trim() !== "",
    placeholderData: keepPreviousData,
  });
}
