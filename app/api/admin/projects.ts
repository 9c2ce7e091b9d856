import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { fetchAllRows, fetchPage, type ListPage, type ListParams } from "#app/api/admin/list-page.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { anyColumnMatches, containsPattern } from "#app/api/client/like-pattern.ts";
import { saveIfUnchanged } from "#app/api/client/save-if-unchanged.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { type Cents, toCents } from "#domain/money/money.ts";
import type { ProjectStatus } from "#domain/projects/project.ts";
import { type ProjectForm, toProjectColumns, toProjectForm } from "#domain/projects/project-form.ts";
import type { Tables } from "#supabase/database.types.ts";

/** A row of the project list. */
export type ListedProject = {
  project: Pick<
    Tables<"projects">,
    "id" | "client_id" | "project_name" | "status" | "start_date" | "target_completion_date"
  >;
  company: string;
  valueCents: Cents;
  /** The sum of the accepted proposals. Null if there are none. */
  proposalCents: Cents | null;
  invoiceCount: number;
  billedCents: Cents;
  /** After refunds. */
  paidCents: Cents;
  refundedCents: Cents;
  outstandingCents: Cents;
};

const PROJECTS_KEY = "admin-projects";

/** Query key prefix for the project list. */
export const PROJECT_LIST_KEY = [PROJECTS_KEY, "list"];

/** Refetches the project list and project pages after a change. */
export function refetchProjects(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [PROJECTS_KEY] });
}

/** Columns the list can be sorted by. */
export const PROJECT_SORT_COLUMNS = [
  "project_order",
  "company_order",
  "status",
  "target_completion_date",
  "total_estimated_value",
  "invoice_count",
  "outstanding",
];

type ProjectFilter = Pick<ListParams<ProjectStatus>, "search" | "status">;

/** One page of projects, sorted by status and target date by default. `search` matches name and company. */
export function projectListQuery(params: ListParams<ProjectStatus>) {
  return queryOptions({
    queryKey: [...PROJECT_LIST_KEY, params],
    queryFn: async (): Promise<ListPage<ListedProject>> => {
      const { sort, page } = params;
      const buildQuery = await createProjectQueryBuilder(params);
      const result = await fetchPage(page, (from, to) => {
        const query = buildQuery(true);
        const sorted = sort
          ? query.order(sort.column, { ascending: sort.ascending, nullsFirst: false })
          : query.order("status").order("target_completion_date");
        return sorted.order("id").range(from, to);
      });
      return { ...result, rows: result.rows.map(toListedProject) };
    },
    placeholderData: keepPreviousData,
  });
}

/** All projects that match the filter, sorted by company and name. @throws {ApiError} */
export async function fetchAllProjects(filter: ProjectFilter): Promise<ListedProject[]> {
  const buildQuery = await createProjectQueryBuilder(filter);
  const rows = await fetchAllRows((afterId, limit) => {
    const query = buildQuery(false);
    return (afterId ? query.gt("id", afterId) : query).order("id").limit(limit);
  });
  const sortKey = ({ company, project }: ListedProject) => `${company}\n${project.project_name}`;
  return rows.map(toListedProject).sort((a, b) => sortKey(a).localeCompare(sortKey(b)));
}

async function createProjectQueryBuilder({ search, status }: ProjectFilter) {
  const supabase = await getSupabase("admin");
  return (withCount: boolean) => {
    let query = supabase.from("project_list").select("*", withCount ? { count: "exact" } : {});
    if (status) {
      query = query.eq("status", status);
    }
    if (search.trim()) {
      query = query.or(anyColumnMatches(["project_name", "company"], containsPattern(search.trim())));
    }
    return query;
  };
}

function toListedProject(row: Tables<"project_list">): ListedProject {
  return {
    project: {
      id: row.id,
      client_id: row.client_id,
      project_name: row.project_name,
      status: row.status,
      start_date: row.start_date,
      target_completion_date: row.target_completion_date,
    },
    company: row.company,
    valueCents: toCents(row.total_estimated_value),
    proposalCents: row.proposal_value === null ? null : toCents(row.proposal_value),
    invoiceCount: row.invoice_count,
    billedCents: toCents(row.total_billed),
    paidCents: toCents(row.total_paid),
    refundedCents: toCents(row.total_refunded),
    outstandingCents: toCents(row.outstanding),
  };
}

/** What the page of a project shows in addition to its milestones, invoices, findings, documents and proposals. */
export type ProjectDetails = { listed: ListedProject; description: string; notes: string };

/** A project with its totals and texts, or null if the id is unknown. */
export function projectDetailsQuery(id: string) {
  return queryOptions({
    queryKey: [PROJECTS_KEY, "details", id],
    queryFn: async (): Promise<ProjectDetails | null> => {
      const supabase = await getSupabase("admin");
      const [listed, project] = await Promise.all([
        supabase.from("project_list").select("*").eq("id", id).maybeSingle(),
        fetchProject(id),
      ]);
      const row = unwrap(listed);
      return row && project
        ? { listed: toListedProject(row), description: project.description, notes: project.notes }
        : null;
    },
  });
}

/** A project with its internal notes, or null if it was deleted. Never served from the cache. */
export function projectQuery(id: string) {
  return queryOptions({
    queryKey: ["stored-project", id],
    queryFn: () => fetchProject(id),
    staleTime: 0,
    gcTime: 0,
  });
}

async function fetchProject(id: string): Promise<Tables<"projects"> | null> {
  const supabase = await getSupabase("admin");
  const row = unwrap(
    await supabase.from("projects").select("*, project_notes(notes)").eq("id", id).maybeSingle(),
  );
  if (!row) {
    return null;
  }
  const { project_notes, ...project } = row;
  return { ...project, notes: project_notes?.notes ?? "" };
}

/** A project's status changes, oldest first. `by` is the administrator's name, undefined for deleted accounts. */
export function projectHistoryQuery(id: string) {
  return queryOptions({
    queryKey: [PROJECTS_KEY, "history", id],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const [changes, staff] = await Promise.all([
        supabase
          .from("project_status_changes")
          .select("from_status, to_status, changed_at, changed_by")
          .eq("project_id", id)
          .order("changed_at")
          .order("id"),
        supabase.from("staff_names").select("id, name"),
      ]);
      const nameById = new Map(unwrap(staff).map(({ id: staffId, name }) => [staffId, name] as const));
      return unwrap(changes).map(({ changed_by, ...change }) => ({
        ...change,
        by: nameById.get(changed_by) ?? undefined,
      }));
    },
    staleTime: 0,
  });
}

/** @throws {ApiError} */
export async function createProject(form: ProjectForm): Promise<void> {
  const supabase = await getSupabase("admin");
  unwrap(await supabase.from("projects").insert(toProjectColumns(form)));
}

/**
 * Saves an edited project unless another administrator has changed the same fields in the meantime. Changes
 * to its calculated totals are not a conflict.
 * @throws {ApiError} 409 on a conflict, 404 if the project was deleted.
 */
export async function updateProject(original: Tables<"projects">, form: ProjectForm): Promise<void> {
  const supabase = await getSupabase("admin");
  await saveIfUnchanged({
    noun: "project",
    original,
    form,
    toForm: toProjectForm,
    reload: () => fetchProject(original.id),
    save: async ({ id, updated_at }) =>
      unwrap(
        await supabase
          .from("projects")
          .update(toProjectColumns(form))
          .eq("id", id)
          .eq("updated_at", updated_at)
          .select("id"),
      ).length > 0,
  });
}

/**
 * Changes a project's status if it is still `from`.
 * @returns the number of updated rows
 * @throws {ApiError}
 */
export async function updateProjectStatus(
  id: string,
  from: ProjectStatus,
  to: ProjectStatus,
): Promise<number> {
  const supabase = await getSupabase("admin");
  const update = supabase.from("projects").update({ status: to }).eq("id", id).eq("status", from);
  return unwrap(await update.select("id, status")).length;
}
