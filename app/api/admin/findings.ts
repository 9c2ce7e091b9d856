import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { DOCUMENT_LISTS_KEY } from "#app/api/admin/documents.ts";
import { fetchPage, type ListParams } from "#app/api/admin/list-page.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { anyColumnMatches, containsPattern } from "#app/api/client/like-pattern.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { FINDINGS_KEY } from "#app/api/shared/findings.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { SaveFinding } from "#domain/findings/finding-form.ts";
import { type FindingState, OPEN_STATES } from "#domain/findings/finding-state.ts";
import { MAX_PUBLISHED_FINDINGS } from "#domain/findings/publication.ts";
import type { Severity } from "#domain/findings/severity.ts";
import { findUnanswered } from "#domain/messages/unanswered-comments.ts";
import type { Tables } from "#supabase/database.types.ts";
import { MAX_RECENT_COMMENTS } from "./max-recent-comments.ts";

const LIST_COLUMNS =
  "id, key, title, severity, state, due_on, published_on, created_at, project_id, client_id, projects(project_name, clients(company)), retest_findings(is_active, retest_rounds(status))";

/** Columns the list can be sorted by. */
export const FINDING_SORT_COLUMNS = ["key", "severity_rank", "state", "due_on", "created_at"];

type FindingListParams = ListParams<FindingState | "all" | "overdue"> & {
  severity: Severity | "";
  projectId: string;
  /** Decides which findings are overdue. */
  today: CalendarDate;
};

async function fetchFindings({ search, status, page, sort, severity, projectId, today }: FindingListParams) {
  const supabase = await getSupabase("admin");
  return fetchPage(page, (from, to) => {
    let query = supabase.from("findings").select(LIST_COLUMNS, { count: "exact" });
    if (status === "") {
      query = query.in("state", ["draft", ...OPEN_STATES]);
    } else if (status === "overdue") {
      query = query.in("state", [...OPEN_STATES]).lt("due_on", today);
    } else if (status !== "all") {
      query = query.eq("state", status);
    }
    if (severity) {
      query = query.eq("severity", severity);
    }
    if (projectId) {
      query = query.eq("project_id", projectId);
    }
    if (search.trim()) {
      query = query.or(anyColumnMatches(["key", "title", "affected_asset"], containsPattern(search.trim())));
    }
    const sorted = sort
      ? query.order(sort.column, { ascending: sort.ascending, nullsFirst: false })
      : query.order("severity_rank").order("due_on");
    return sorted.order("id").range(from, to);
  });
}

/** A row of the list, with its project and client. */
export type ListedFinding = Awaited<ReturnType<typeof fetchFindings>>["rows"][number];

/** One page of findings, the most severe first. By default, drafts and open findings. */
export function findingListQuery(params: FindingListParams) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, "admin", "list", params],
    queryFn: () => fetchFindings(params),
    placeholderData: keepPreviousData,
  });
}

async function fetchWorkload(today: CalendarDate) {
  const supabase = await getSupabase("admin");
  return unwrap(await supabase.rpc("finding_workload", { today }));
}

/** The drafts and open findings of one project. */
export type ProjectWorkload = Awaited<ReturnType<typeof fetchWorkload>>[number];

/** The drafts and open findings of each project, projects with critical findings first. */
export function workloadQuery(today: CalendarDate) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, "admin", "workload", today],
    queryFn: () => fetchWorkload(today),
  });
}

async function fetchWaitingFindings(today: CalendarDate) {
  const supabase = await getSupabase("admin");
  const [retests, disputes, comments, overdue] = await Promise.all([
    supabase
      .from("retest_rounds")
      .select("id, requested_at, projects(project_name, clients(company)), retest_findings(finding_id)")
      .eq("status", "requested")
      .order("requested_at"),
    supabase
      .from("findings")
      .select("id, key, title, projects(clients(company))")
      .eq("state", "disputed")
      .order("severity_rank"),
    supabase
      .from("finding_comments")
      .select("finding_id, author_role, created_at, findings!inner(key, title, projects(clients(company)))")
      .in("findings.state", [...OPEN_STATES])
      .order("created_at", { ascending: false })
      .limit(MAX_RECENT_COMMENTS),
    supabase
      .from("findings")
      .select("due_on", { count: "exact" })
      .in("state", [...OPEN_STATES])
      .lt("due_on", today)
      .order("due_on")
      .limit(1),
  ]);
  const [oldest] = unwrap(overdue);
  return {
    retests: unwrap(retests),
    disputes: unwrap(disputes),
    comments: findUnanswered(unwrap(comments), ({ finding_id: id }) => id),
    overdueCount: overdue.count ?? 0,
    oldestDeadline: oldest?.due_on ?? null,
  };
}

/**
 * Work for the firm: requested retests, disputes, findings with an unanswered comment, and the number of overdue findings with
 * the earliest deadline.
 */
export type WaitingFindings = Awaited<ReturnType<typeof fetchWaitingFindings>>;

export function waitingFindingsQuery(today: CalendarDate) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, "admin", "waiting", today],
    queryFn: () => fetchWaitingFindings(today),
  });
}

/** Drafts of a project, the most severe first. At most as many as can be published together. */
export function draftsQuery(projectId: string) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, "admin", "drafts", projectId],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(
        await supabase
          .from("findings")
          .select("id, key, title, severity")
          .eq("project_id", projectId)
          .eq("state", "draft")
          .order("severity_rank")
          .order("created_at")
          .order("id")
          .limit(MAX_PUBLISHED_FINDINGS),
      );
    },
    enabled: projectId !== "",
  });
}

/** The published findings of a client, and the retests that wait for the firm, the oldest first. */
export function clientFindingsQuery(clientId: string) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, "admin", "client", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const [findings, retests] = await Promise.all([
        supabase
          .from("findings")
          .select("severity, state, due_on, project_id, projects(project_name)")
          .eq("client_id", clientId)
          .eq("publication_status", "published")
          .order("key")
          .limit(1000),
        supabase
          .from("retest_rounds")
          .select("id, number, project_id")
          .eq("client_id", clientId)
          .eq("status", "requested")
          .order("requested_at"),
      ]);
      return { findings: unwrap(findings), retests: unwrap(retests) };
    },
  });
}

/** The drafts and published findings of a project, and its retests that wait for the firm, the oldest first. */
export function projectFindingsQuery(projectId: string) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, "admin", "project", projectId],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const [findings, retests] = await Promise.all([
        supabase.from("findings").select("severity, state, due_on").eq("project_id", projectId).limit(1000),
        supabase
          .from("retest_rounds")
          .select("id, number")
          .eq("project_id", projectId)
          .eq("status", "requested")
          .order("requested_at"),
      ]);
      return { findings: unwrap(findings), retests: unwrap(retests) };
    },
  });
}

/** All projects with their clients, by name. */
export function findingProjectsQuery() {
  return queryOptions({
    queryKey: [FINDINGS_KEY, "admin", "projects"],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(
        await supabase
          .from("projects")
          .select("id, number, project_name, client_id, clients(company)")
          .order("project_name")
          .limit(1000),
      );
    },
  });
}

/** All entries of the taxonomies. They change only with an update of the product. */
export function taxonomyEntriesQuery() {
  return queryOptions({
    queryKey: ["taxonomy-entries"],
    queryFn: async (): Promise<Tables<"taxonomy_entries">[]> => {
      const supabase = await getSupabase("admin");
      return unwrap(
        await supabase.from("taxonomy_entries").select("*").order("taxonomy").order("position").limit(1000),
      );
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The latest versions of a client's documents, its internal documents, and the attached ones. */
export function attachableDocumentsQuery(clientId: string, attachedIds: readonly string[]) {
  return queryOptions({
    queryKey: [DOCUMENT_LISTS_KEY, "attachable", clientId, attachedIds],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(
        await supabase
          .from("documents")
          .select("id, name, version, is_internal")
          .eq("client_id", clientId)
          .or(
            ["is_latest.eq.true", "is_internal.eq.true", ...attachedIds.map((id) => `id.eq.${id}`)].join(","),
          )
          .order("name")
          .order("version"),
      );
    },
  });
}

/** Creates a draft and returns its id. @throws {ApiError} */
export async function createFinding(project: string, finding: SaveFinding): Promise<string> {
  const { id } = await readJson(
    adminApi.projects[":project"].findings.$post({ param: { project }, json: finding }),
  );
  return id;
}

/** Changes a draft, or corrects a published finding. @throws {ApiError} */
export async function saveFinding(id: string, finding: SaveFinding): Promise<void> {
  await readJson(adminApi.findings[":id"].$put({ param: { id }, json: finding }));
}

/** Deletes a draft. @throws {ApiError} 409 if it was published. */
export async function deleteFinding(id: string): Promise<void> {
  await readJson(adminApi.findings[":id"].$delete({ param: { id } }));
}

/** Publishes drafts, or none of them. @throws {ApiError} 409 if one is no longer a draft. */
export async function publishFindings(ids: string[]): Promise<void> {
  await readJson(adminApi.findings.publish.$post({ json: { ids } }));
}

/** @throws {ApiError} 409 if the finding is not published. */
export async function withdrawFinding(id: string, reason: string): Promise<void> {
  await readJson(adminApi.findings[":id"].withdraw.$post({ param: { id }, json: { reason } }));
}

/** Publishes a withdrawn finding again. @throws {ApiError} */
export async function restoreFinding(id: string): Promise<void> {
  await readJson(adminApi.findings[":id"].restore.$post({ param: { id } }));
}

/** @param dueOn null removes the deadline @throws {ApiError} */
export async function changeDueDate(id: string, dueOn: string | null): Promise<void> {
  await readJson(adminApi.findings[":id"]["due-date"].$put({ param: { id }, json: { dueOn } }));
}

/** @throws {ApiError} 409 if the client no longer disputes the finding. */
export async function answerDispute(id: string, answer: string): Promise<void> {
  await readJson(adminApi.findings[":id"]["dispute-answer"].$post({ param: { id }, json: { answer } }));
}
