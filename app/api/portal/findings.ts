import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { fetchAllPages } from "#app/api/client/fetch-all-pages.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { userApi } from "#app/api/client/user-api.ts";
import { FINDINGS_KEY } from "#app/api/shared/findings.ts";
import type { ExportedFinding } from "#domain/findings/export/exported-finding.ts";
import { OPENING_AND_CLOSING_ACTIONS } from "#domain/findings/open-over-time.ts";
import type {
  ChangeRemediationStatus,
  DecideRiskAcceptance,
  PlanFinding,
  RequestRiskAcceptance,
} from "#domain/findings/remediation.ts";
import { activeRetestStatus, type RequestRetest, type RetestStatus } from "#domain/findings/retest.ts";

const api = userApi.client.client;
const POLL_INTERVAL_MS = 60_000;

async function fetchOwnFindings(clientId: string) {
  const supabase = await getSupabase("client");
  return fetchAllPages(async (first, last) =>
    unwrap(
      await supabase
        .from("findings")
        .select(
          "id, key, title, severity, severity_rank, state, affected_asset, tags, project_id, assignee_id, planned_on, due_on, published_on, closed_at, verdict",
        )
        .eq("client_id", clientId)
        .order("severity_rank")
        .order("due_on")
        .order("id")
        .range(first, last),
    ),
  );
}

/** A row of the client's list of findings. */
export type ListedFinding = Awaited<ReturnType<typeof fetchOwnFindings>>[number];

/** The published findings of a client, the most severe first. */
export function ownFindingsQuery(clientId: string) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, "client", "list", clientId],
    queryFn: () => fetchOwnFindings(clientId),
  });
}

/** The published findings of a client with everything that exports contain. `names` are those of the members. @throws {ApiError} */
export async function fetchExportedFindings(
  clientId: string,
  names: { formatMember: (id: string) => string; formatProject: (id: string) => string },
): Promise<ExportedFinding[]> {
  const supabase = await getSupabase("client");
  const rows = await fetchAllPages(async (first, last) =>
    unwrap(
      await supabase
        .from("findings")
        .select(
          `*, finding_mappings(taxonomy, version, entry_id, name), risk_acceptances(status, reason),
           retest_findings(is_active, retest_rounds(status))`,
        )
        .eq("client_id", clientId)
        .order("severity_rank")
        .order("key")
        .range(first, last),
    ),
  );
  return rows.map(({ risk_acceptances: acceptances, retest_findings: retests, ...finding }) => ({
    ...finding,
    state: finding.state ?? finding.publication_status,
    retest: activeRetestStatus(retests),
    assignee: finding.assignee_id ? names.formatMember(finding.assignee_id) : "",
    project: names.formatProject(finding.project_id),
    acceptanceReason: acceptances.find(({ status }) => status === "approved")?.reason ?? null,
  }));
}

/** The statuses of the retests that are requested or in progress, by finding id. */
export function findingsInRetestQuery(clientId: string) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, "client", "in-retest", clientId],
    queryFn: async (): Promise<ReadonlyMap<string, RetestStatus>> => {
      const supabase = await getSupabase("client");
      const rows = unwrap(
        await supabase
          .from("retest_findings")
          .select("finding_id, retest_rounds!inner(status)")
          .eq("is_active", true),
      );
      return new Map(rows.map(({ finding_id, retest_rounds: round }) => [finding_id, round.status]));
    },
  });
}

/** What opened and closed the findings of a client, oldest first. */
export function ownFindingEventsQuery(clientId: string) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, "client", "events", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      return fetchAllPages(async (first, last) =>
        unwrap(
          await supabase
            .from("finding_events")
            .select("finding_id, at, action, to_value")
            .eq("client_id", clientId)
            .in("action", [...OPENING_AND_CLOSING_ACTIONS])
            .order("at")
            .order("id")
            .range(first, last),
        ),
      );
    },
  });
}

/** The ids of the findings that the user has not opened since their latest update. */
export function unreadFindingsQuery(clientId: string) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, "client", "unread", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      const rows = unwrap(await supabase.from("unread_findings").select("finding_id"));
      return new Set(rows.map(({ finding_id }) => finding_id));
    },
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Records that the user opened a finding. @throws {ApiError} */
export async function recordFindingView(id: string): Promise<void> {
  await readJson(api.findings[":id"].view.$post({ param: { id } }));
}

/** @throws {ApiError} 409 if the finding is being retested, or its status changed in the meantime. */
export async function changeStatus(id: string, change: ChangeRemediationStatus): Promise<void> {
  await readJson(api.findings[":id"].status.$put({ param: { id }, json: change }));
}

/** Sets who fixes a finding, when, or both. @throws {ApiError} */
export async function planFinding(id: string, plan: PlanFinding): Promise<void> {
  await readJson(api.findings[":id"].plan.$put({ param: { id }, json: plan }));
}

/** @throws {ApiError} 409 if the risk is accepted already, or a request is waiting. */
export async function requestRiskAcceptance(id: string, request: RequestRiskAcceptance): Promise<void> {
  await readJson(api.findings[":id"]["risk-acceptance"].$post({ param: { id }, json: request }));
}

/** @throws {ApiError} 409 if the caller made the request, 404 if it was withdrawn. */
export async function decideRiskAcceptance(id: string, decision: DecideRiskAcceptance): Promise<void> {
  await readJson(api["risk-acceptances"][":id"].decision.$post({ param: { id }, json: decision }));
}

/** Withdraws a request, or revokes an acceptance. @throws {ApiError} */
export async function withdrawRiskAcceptance(id: string): Promise<void> {
  await readJson(api["risk-acceptances"][":id"].$delete({ param: { id } }));
}

/** @throws {ApiError} 409 if a finding is fixed, or already waits for a retest. */
export async function requestRetest(request: RequestRetest): Promise<void> {
  await readJson(api.retests.$post({ json: request }));
}

/** @throws {ApiError} 409 if the retest has started. */
export async function cancelRetest(id: string): Promise<void> {
  await readJson(api.retests[":id"].$delete({ param: { id } }));
}
