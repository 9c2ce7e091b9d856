import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { everyRow, type ListPage, type ListWanted, listPage } from "#app/api/admin-list.ts";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";
import { anyOf, containing } from "#app/api/like-pattern.ts";
import { saveOver } from "#app/api/save-over.ts";
import { toCents } from "#domain/money.ts";
import { type ProjectForm, projectColumns, projectFormOf } from "#domain/project-form.ts";
import type { Tables } from "#supabase/database.types.ts";

/** A project as the administrator's list shows it. */
export type ListedProject = {
  project: Pick<
    Tables<"projects">,
    "id" | "client_id" | "project_name" | "status" | "start_date" | "target_completion_date"
  >;
  company: string;
  valueCents: number;
  invoiceCount: number;
  billedCents: number;
  paidCents: number;
  outstandingCents: number;
};

/** First part of the key of every page of the list. */
export const PROJECT_LIST = "project-list";
/** Columns the list can be ordered by, beside its own order by status and target date. */
export const PROJECT_SORTS = [
  "project_order",
  "company_order",
  "status",
  "target_completion_date",
  "total_estimated_value",
  "invoice_count",
  "outstanding",
];

type Narrowed = Pick<ListWanted, "search" | "status">;

/** One page of the projects, by status and target date unless `sort` says otherwise; `search` looks into name and company. */
export function projectList(wanted: ListWanted) {
  return queryOptions({
    queryKey: [PROJECT_LIST, wanted],
    queryFn: async (): Promise<ListPage<ListedProject>> => {
      const { sort, page } = wanted;
      const narrowed = await projectsLike(wanted);
      const found = await listPage(page, (from, to) => {
        const all = narrowed(true);
        const ordered = sort
          ? all.order(sort.column, { ascending: sort.ascending, nullsFirst: false })
          : all.order("status").order("target_completion_date");
        return ordered.order("id").range(from, to);
      });
      return { ...found, rows: found.rows.map(listed) };
    },
    placeholderData: keepPreviousData,
  });
}

/** Every project the list would show on all its pages, by company and name. @throws ApiFailure */
export async function everyProject(wanted: Narrowed): Promise<ListedProject[]> {
  const narrowed = await projectsLike(wanted);
  const rows = await everyRow((after, limit) => {
    const all = narrowed(false);
    return (after ? all.gt("id", after) : all).order("id").limit(limit);
  });
  const nameOf = ({ company, project }: ListedProject) => `${company}\n${project.project_name}`;
  return rows.map(listed).sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
}

async function projectsLike({ search, status }: Narrowed) {
  const admin = await backend("admin");
  return (counted: boolean) => {
    let wanted = admin.from("project_list").select("*", counted ? { count: "exact" } : {});
    if (status) wanted = wanted.eq("status", status);
    if (search.trim()) wanted = wanted.or(anyOf(["project_name", "company"], containing(search.trim())));
    return wanted;
  };
}

function listed(row: Tables<"project_list">): ListedProject {
  return {
    project: {
      id: row.id ?? "",
      client_id: row.client_id ?? "",
      project_name: row.project_name ?? "",
      status: row.status ?? "",
      start_date: row.start_date ?? "",
      target_completion_date: row.target_completion_date,
    },
    company: row.company ?? "",
    valueCents: toCents(row.total_estimated_value),
    invoiceCount: row.invoice_count ?? 0,
    billedCents: toCents(row.total_billed),
    paidCents: toCents(row.total_paid),
    outstandingCents: toCents(row.outstanding),
  };
}

/** A project as it is stored now, with the firm's notes; null when there is none any more. */
export function storedProject(id: string) {
  return queryOptions({
    queryKey: ["stored-project", id],
    queryFn: () => readProject(id),
    staleTime: 0,
    gcTime: 0,
  });
}

async function readProject(id: string): Promise<Tables<"projects"> | null> {
  const admin = await backend("admin");
  const found = dataOf(
    await admin.from("projects").select("*, project_notes(notes)").eq("id", id).maybeSingle(),
  );
  if (!found) return null;
  const { project_notes, ...project } = found;
  return { ...project, notes: project_notes?.notes ?? "" };
}

/** The statuses a project had, in their order, and who gave them; deleted accounts have no name. */
export function projectHistory(id: string) {
  return queryOptions({
    queryKey: ["project-history", id],
    queryFn: async () => {
      const admin = await backend("admin");
      const changes = dataOf(
        await admin
          .from("project_status_changes")
          .select("from_status, to_status, changed_at, users(email)")
          .eq("project_id", id)
          .order("changed_at")
          .order("id"),
      );
      return changes.map(({ users, ...change }) => ({ ...change, by: users?.email }));
    },
    staleTime: 0,
  });
}

/** Stores a new project. @throws ApiFailure */
export async function createProject(form: ProjectForm): Promise<void> {
  const admin = await backend("admin");
  dataOf(await admin.from("projects").insert(projectColumns(form)));
}

/**
 * Stores an edited project in place of the one the form was filled with, unless somebody changed that meanwhile. Its
 * sums, which the form does not hold, may have changed.
 * @throws ApiFailure 409 when somebody did, 404 when it is gone.
 */
export async function updateProject(read: Tables<"projects">, form: ProjectForm): Promise<void> {
  const admin = await backend("admin");
  await saveOver({
    what: "project",
    read,
    form,
    formOf: projectFormOf,
    readAgain: () => readProject(read.id),
    store: async ({ id, updated_at }) =>
      dataOf(
        await admin
          .from("projects")
          .update(projectColumns(form))
          .eq("id", id)
          .eq("updated_at", updated_at)
          .select("id"),
      ).length > 0,
  });
}

/**
 * Stores a project's status where it still has the one it was shown with.
 * @returns how many rows that changed.
 * @throws ApiFailure
 */
export async function updateProjectStatus(id: string, from: string, to: string): Promise<number> {
  const admin = await backend("admin");
  const changed = admin.from("projects").update({ status: to }).eq("id", id).eq("status", from);
  return dataOf(await changed.select("id, status")).length;
}
