import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { fetchAllRows, fetchPage, type ListParams } from "#app/api/admin/list-page.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { anyColumnMatches, containsPattern } from "#app/api/client/like-pattern.ts";
import { readFile } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { PROPOSALS_KEY } from "#app/api/shared/proposals-key.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { ProposalContent } from "#domain/proposals/proposal-content.ts";
import { parseProposalNumber } from "#domain/proposals/proposal-reference.ts";
import { type ProposalFilter, storedConditions } from "#domain/proposals/proposal-status.ts";

const LIST_COLUMNS =
  "id, number, title, status, value, valid_until, sent_at, viewed_at, closed_at, created_at, client_id, inquiry_id, clients(company), contact_inquiries(company)";

/** Columns the list can be sorted by. */
export const PROPOSAL_SORT_COLUMNS = ["number", "status", "value", "viewed_at", "valid_until", "created_at"];

type ProposalListParams = ListParams<ProposalFilter> & { clientId: string };

async function createListQuery({ search, status, clientId }: Omit<ProposalListParams, "page" | "sort">) {
  const supabase = await getSupabase("admin");
  // The search covers the client's name too, which is in another table.
  const clientIds = search.trim() ? await findClientIds(search.trim()) : [];
  return (withCount: boolean) => {
    let query = supabase.from("proposals").select(LIST_COLUMNS, withCount ? { count: "exact" } : {});
    if (status) {
      query = query.or(statusCondition(status));
    }
    if (clientId) {
      query = query.eq("client_id", clientId);
    }
    if (search.trim()) {
      const number = parseProposalNumber(search);
      query = query.or(
        [
          anyColumnMatches(["title"], containsPattern(search.trim())),
          ...(number === null ? [] : [`number.eq.${number}`]),
          ...(clientIds.length > 0 ? [`client_id.in.(${clientIds.join(",")})`] : []),
        ].join(","),
      );
    }
    return query;
  };
}

/** The filter of the REST API for a status. */
function statusCondition(filter: ProposalFilter): string {
  const today = firmToday(new Date());
  return storedConditions(filter)
    .map(({ statuses, lastDay }) => {
      const condition = `status.in.(${statuses.join(",")})`;
      return lastDay === null
        ? condition
        : `and(${condition},valid_until.${lastDay === "before-today" ? "lt" : "gte"}.${today})`;
    })
    .join(",");
}

/** The largest number of clients whose proposals a search finds. */
const MAX_MATCHING_CLIENTS = 100;

async function findClientIds(text: string): Promise<string[]> {
  const supabase = await getSupabase("admin");
  const clients = unwrap(
    await supabase
      .from("clients")
      .select("id")
      .ilike("company", containsPattern(text))
      .order("company")
      .limit(MAX_MATCHING_CLIENTS),
  );
  return clients.map(({ id }) => id);
}

async function fetchProposals({ page, sort, ...filter }: ProposalListParams) {
  const buildQuery = await createListQuery(filter);
  return fetchPage(page, (from, to) => {
    const order = sort ?? { column: "created_at", ascending: false };
    return buildQuery(true)
      .order(order.column, { ascending: order.ascending, nullsFirst: false })
      .order("id")
      .range(from, to);
  });
}

/** A row of the list, with its client or inquiry. */
export type ListedProposal = Awaited<ReturnType<typeof fetchProposals>>["rows"][number];

/** One page of proposals, the newest first. `search` matches the title, the reference and the client. */
export function proposalListQuery(params: ProposalListParams) {
  return queryOptions({
    queryKey: [PROPOSALS_KEY, "admin", "list", params],
    queryFn: () => fetchProposals(params),
    placeholderData: keepPreviousData,
  });
}

/** All proposals that match the filter, the newest first. @throws {ApiError} */
export async function fetchAllProposals(
  filter: Omit<ProposalListParams, "page" | "sort">,
): Promise<ListedProposal[]> {
  const buildQuery = await createListQuery(filter);
  const rows = await fetchAllRows((afterId, limit) => {
    const query = buildQuery(false);
    return (afterId ? query.gt("id", afterId) : query).order("id").limit(limit);
  });
  return rows.toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
}

/** A client, an inquiry or a project. */
export type ProposalSource = { column: "client_id" | "inquiry_id" | "project_id"; id: string };

/** The newest proposals of a client, an inquiry or a project. */
export function relatedProposalsQuery(source: ProposalSource) {
  return queryOptions({
    queryKey: [PROPOSALS_KEY, "admin", "related", source],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(
        await supabase
          .from("proposals")
          .select("id, number, title, status, value, valid_until, created_at")
          .eq(source.column, source.id)
          .order("created_at", { ascending: false })
          .limit(10),
      );
    },
  });
}

/** The probability that was set for a proposal, in percent. Null if that of the status applies. */
export function proposalForecastQuery(proposalId: string) {
  return queryOptions({
    queryKey: [PROPOSALS_KEY, "admin", "forecast", proposalId],
    queryFn: async (): Promise<number | null> => {
      const supabase = await getSupabase("admin");
      const row = unwrap(
        await supabase
          .from("proposal_forecasts")
          .select("probability")
          .eq("proposal_id", proposalId)
          .maybeSingle(),
      );
      return row?.probability ?? null;
    },
  });
}

/** The projects of a client that a proposal can extend, by name. */
export function clientProjectOptionsQuery(clientId: string) {
  return queryOptions({
    queryKey: [PROPOSALS_KEY, "admin", "projects", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(
        await supabase
          .from("projects")
          .select("id, project_name")
          .eq("client_id", clientId)
          .order("project_name")
          .limit(1000),
      );
    },
  });
}

const MAX_INVOICES = 200;

/** The newest invoices of a client that are not linked to a planned payment. */
export function invoiceOptionsQuery(clientId: string) {
  return queryOptions({
    queryKey: [PROPOSALS_KEY, "admin", "invoices", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const [invoices, payments] = await Promise.all([
        supabase
          .from("invoices")
          .select("id, invoice_number, description, amount")
          .eq("client_id", clientId)
          .neq("status", "cancelled")
          .order("created_at", { ascending: false })
          .limit(MAX_INVOICES),
        supabase
          .from("planned_payments")
          .select("invoice_id")
          .eq("client_id", clientId)
          .not("invoice_id", "is", null),
      ]);
      const linkedIds = new Set(unwrap(payments).map(({ invoice_id }) => invoice_id));
      return unwrap(invoices).filter(({ id }) => !linkedIds.has(id));
    },
  });
}

export type ListedTemplate = {
  id: string;
  name: string;
  isBuiltin: boolean;
  content: ProposalContent;
  updatedAt: Instant;
};

export const PROPOSAL_TEMPLATES_KEY = [PROPOSALS_KEY, "admin", "templates"];

/** The templates of proposals, by name. */
export function proposalTemplatesQuery() {
  return queryOptions({
    queryKey: PROPOSAL_TEMPLATES_KEY,
    queryFn: async (): Promise<ListedTemplate[]> => {
      const supabase = await getSupabase("admin");
      const rows = unwrap(
        await supabase
          .from("proposal_templates")
          .select("id, name, is_builtin, content, updated_at")
          .order("name"),
      );
      return rows.map(({ id, name, is_builtin: isBuiltin, content, updated_at: updatedAt }) => ({
        id,
        name,
        isBuiltin,
        updatedAt,
        content: ProposalContent.parse(content),
      }));
    },
  });
}

/** The latest version of the firm's terms. */
export function proposalTermsQuery() {
  return queryOptions({
    queryKey: [PROPOSALS_KEY, "admin", "terms"],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(
        await supabase
          .from("proposal_terms")
          .select("*")
          .order("version", { ascending: false })
          .limit(1)
          .single(),
      );
    },
  });
}

/** A version as PDF. @throws {ApiError} */
export function fetchProposalPdf(id: string, version: number): Promise<Blob> {
  return readFile(adminApi.proposals[":id"].pdf.$get({ param: { id }, query: { version: String(version) } }));
}
