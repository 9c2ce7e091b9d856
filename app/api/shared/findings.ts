import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { Tables } from "#supabase/database.types.ts";

const POLL_INTERVAL_MS = 30_000;

/** Query key prefix for all data about findings. */
export const FINDINGS_KEY = "findings";

/** Refetches everything about findings after a change. */
export function refetchFindings(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [FINDINGS_KEY] });
}

async function fetchFinding(area: Area, id: string) {
  const supabase = await getSupabase(area);
  return unwrap(
    await supabase
      .from("findings")
      .select(
        `*, finding_mappings(taxonomy, version, entry_id, name), finding_versions(version, correction_note, created_at),
         finding_attachments(document_id)`,
      )
      .eq("id", id)
      .order("version", { referencedTable: "finding_versions", ascending: false })
      .maybeSingle(),
  );
}

/** A finding with its mappings, versions and the ids of its documents. */
export type Finding = NonNullable<Awaited<ReturnType<typeof fetchFinding>>>;

/** A finding, or null if it does not exist or the caller cannot read it. Polled, because several people work on it. */
export function findingQuery(area: Area, id: string) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, area, "finding", id],
    queryFn: () => fetchFinding(area, id),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** The documents that are attached to a finding. */
export function attachmentsQuery(area: Area, documentIds: readonly string[]) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, area, "attachments", documentIds],
    queryFn: async (): Promise<Tables<"documents">[]> => {
      const supabase = await getSupabase(area);
      return unwrap(await supabase.from("documents").select("*").in("id", documentIds).order("name"));
    },
    enabled: documentIds.length > 0,
  });
}

async function fetchHistory(area: Area, findingId: string) {
  const supabase = await getSupabase(area);
  return unwrap(
    await supabase
      .from("finding_events")
      .select("id, at, actor_role, actor, action, from_value, to_value, note")
      .eq("finding_id", findingId)
      .order("id", { ascending: false }),
  );
}

/** An entry of a finding's history. `actor` is empty for administrators without a name and for the system. */
export type HistoryEntry = Awaited<ReturnType<typeof fetchHistory>>[number];

/** What happened to a finding, newest first. */
export function historyQuery(area: Area, findingId: string) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, area, "history", findingId],
    queryFn: () => fetchHistory(area, findingId),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

async function fetchComments(area: Area, findingId: string) {
  const supabase = await getSupabase(area);
  return unwrap(
    await supabase
      .from("finding_comments")
      .select("id, author_role, author_id, author, body, mentions, created_at")
      .eq("finding_id", findingId)
      .order("created_at")
      .order("id"),
  );
}

/** The comments on a finding, oldest first. */
export function commentsQuery(area: Area, findingId: string) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, area, "comments", findingId],
    queryFn: () => fetchComments(area, findingId),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Adds a comment. A job emails the people it is for. @throws {ApiError} */
export async function addComment(
  area: Area,
  finding: Pick<Finding, "id" | "client_id">,
  body: string,
  mentions: string[],
): Promise<void> {
  const supabase = await getSupabase(area);
  unwrap(
    await supabase
      .from("finding_comments")
      .insert({ finding_id: finding.id, client_id: finding.client_id, body, mentions }),
  );
}

async function fetchRetests(area: Area, findingId: string) {
  const supabase = await getSupabase(area);
  const rows = unwrap(
    await supabase
      .from("retest_findings")
      .select(
        `round_id, is_active,
         retest_rounds!inner(number, status, requester_role, requester, note, requested_at, started_at, ended_at,
                             retest_findings(finding_id)),
         retest_results(verdict, evidence, tested_on, tester)`,
      )
      .eq("finding_id", findingId),
  );
  return rows
    .map(({ retest_rounds: round, retest_results: result, ...row }) => ({ ...row, round, result }))
    .toSorted((one, other) => other.round.number - one.round.number);
}

/** A retest of a finding. Clients see the result when the round is completed. */
export type FindingRetest = Awaited<ReturnType<typeof fetchRetests>>[number];

/** The retests of a finding, newest first. */
export function retestsQuery(area: Area, findingId: string) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, area, "retests", findingId],
    queryFn: () => fetchRetests(area, findingId),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

async function fetchRiskAcceptances(area: Area, findingId: string) {
  const supabase = await getSupabase(area);
  return unwrap(
    await supabase
      .from("risk_acceptances")
      .select("*")
      .eq("finding_id", findingId)
      .order("requested_at", { ascending: false }),
  );
}

export type RiskAcceptance = Awaited<ReturnType<typeof fetchRiskAcceptances>>[number];

/** The requests to accept the risk of a finding, newest first. */
export function riskAcceptancesQuery(area: Area, findingId: string) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, area, "risk-acceptances", findingId],
    queryFn: () => fetchRiskAcceptances(area, findingId),
    refetchInterval: POLL_INTERVAL_MS,
  });
}
