import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { anyColumnMatches, containsPattern } from "#app/api/client/like-pattern.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { parseProposalNumber } from "#domain/proposals/proposal-reference.ts";

const RESULTS_PER_GROUP = 5;

async function fetchSearchResults(text: string) {
  const pattern = containsPattern(text);
  const supabase = await getSupabase("admin");
  const proposalNumber = parseProposalNumber(text);
  const [clients, projects, invoices, findings, proposals, inquiries] = await Promise.all([
    supabase
      .from("client_list")
      .select("id, company, contact_person")
      .or(anyColumnMatches(["company", "contact_person", "email"], pattern))
      .order("company_order")
      .limit(RESULTS_PER_GROUP),
    supabase
      .from("project_list")
      .select("id, project_name, company")
      .or(anyColumnMatches(["project_name", "company"], pattern))
      .order("project_order")
      .limit(RESULTS_PER_GROUP),
    supabase
      .from("invoice_list")
      .select(
        `id, invoice_number, company, description, amount, status, square_status, total_paid_amount, refunded_amount,
         pending_refund_amount, is_processing, is_scheduled`,
      )
      .or(anyColumnMatches(["invoice_number", "description"], pattern))
      .order("due_date", { ascending: false, nullsFirst: false })
      .limit(RESULTS_PER_GROUP),
    supabase
      .from("findings")
      .select(
        "id, key, title, state, projects(clients(company)), retest_findings(is_active, retest_rounds(status))",
      )
      .or(anyColumnMatches(["key", "title"], pattern))
      .order("severity_rank")
      .order("key")
      .limit(RESULTS_PER_GROUP),
    supabase
      .from("proposals")
      .select("id, number, title, clients(company), contact_inquiries(company)")
      .or(
        proposalNumber === null
          ? anyColumnMatches(["title"], pattern)
          : `${anyColumnMatches(["title"], pattern)},number.eq.${proposalNumber}`,
      )
      .order("created_at", { ascending: false })
      .limit(RESULTS_PER_GROUP),
    supabase
      .from("contact_inquiries")
      .select("id, company, name, reference")
      .or(anyColumnMatches(["company", "reference"], pattern))
      .order("created_at", { ascending: false })
      .limit(RESULTS_PER_GROUP),
  ]);
  return {
    clients: unwrap(clients),
    projects: unwrap(projects),
    invoices: unwrap(invoices),
    findings: unwrap(findings),
    proposals: unwrap(proposals),
    inquiries: unwrap(inquiries),
  };
}

/** Results of the global search. */
export type SearchResults = Awaited<ReturnType<typeof fetchSearchResults>>;

/** The first clients, projects, invoices, findings, proposals and inquiries that contain the text. */
export function globalSearchQuery(text: string) {
  return queryOptions({
    queryKey: ["search-everywhere", text.trim()],
    queryFn: () => fetchSearchResults(text.trim()),
    enabled: text.trim() !== "",
    placeholderData: keepPreviousData,
  });
}
