import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type ListPage, listPage } from "#app/data/admin-list.ts";
import { backend } from "#app/data/backend.ts";
import { dataOf } from "#app/data/failure.ts";
import { containing, quoted } from "#app/data/like-pattern.ts";
import { toCents } from "#domain/money.ts";
import { type ProjectForm, projectColumns } from "#domain/project-form.ts";
import type { Tables } from "#supabase/database.types.ts";

/** A project as the administrator's list shows it. */
export type ListedProject = {
  project: Tables<"projects">;
  company: string;
  invoiceCount: number;
  billedCents: number;
  paidCents: number;
  outstandingCents: number;
};

/** First part of the key of every page of the list. */
export const PROJECT_LIST = "project-list";

/** Clients looked for by their company in one search; the companies are in a table of their own. */
const MOST_CLIENTS = 100;

type Wanted = { search: string; status: string; page: number };

/** One page of the projects by status and target date; `search` looks into project name and company. */
export function projectList(wanted: Wanted) {
  return queryOptions({
    queryKey: [PROJECT_LIST, wanted.search, wanted.status, wanted.page],
    queryFn: () => fetchProjects({ ...wanted, search: wanted.search.trim() }),
    placeholderData: keepPreviousData,
  });
}

/** Stores a new project. @throws ApiFailure */
export async function createProject(form: ProjectForm): Promise<void> {
  const admin = await backend("admin");
  dataOf(await admin.from("projects").insert(projectColumns(form)));
}

/** Stores an edited project. @returns how many rows that changed. @throws ApiFailure */
export async function updateProject(id: string, form: ProjectForm): Promise<number> {
  const admin = await backend("admin");
  return dataOf(await admin.from("projects").update(projectColumns(form)).eq("id", id).select("id")).length;
}

/** Stores a project's status. @returns how many rows that changed. @throws ApiFailure */
export async function updateProjectStatus(id: string, status: string): Promise<number> {
  const admin = await backend("admin");
  return dataOf(await admin.from("projects").update({ status }).eq("id", id).select("id, status")).length;
}

async function fetchProjects({ search, status, page }: Wanted): Promise<ListPage<ListedProject>> {
  const admin = await backend("admin");
  const condition = search ? await matching(search) : null;
  const projects = await listPage(page, (from, to) => {
    let wanted = admin
      .from("projects")
      .select("*, clients(company), project_notes(notes)", { count: "exact" });
    if (condition) wanted = wanted.or(condition);
    if (status) wanted = wanted.eq("status", status);
    return wanted.order("status").order("target_completion_date").order("id").range(from, to);
  });
  const totals = await fetchTotals(projects.rows.map((project) => project.id));
  return {
    ...projects,
    rows: projects.rows.map(({ clients, project_notes, ...project }) => ({
      // The firm's notes lie in a table of their own, which the client cannot read.
      project: { ...project, notes: project_notes?.notes ?? "" },
      company: clients.company,
      invoiceCount: totals.get(project.id)?.invoice_count ?? 0,
      billedCents: toCents(totals.get(project.id)?.total_billed),
      paidCents: toCents(totals.get(project.id)?.total_paid),
      outstandingCents: toCents(totals.get(project.id)?.outstanding),
    })),
  };
}

async function matching(search: string): Promise<string> {
  const pattern = containing(search);
  const admin = await backend("admin");
  const clients = dataOf(
    await admin.from("clients").select("id").ilike("company", pattern).limit(MOST_CLIENTS),
  );
  return [
    `project_name.ilike.${quoted(pattern)}`,
    ...(clients.length > 0 ? [`client_id.in.(${clients.map((client) => client.id).join(",")})`] : []),
  ].join(",");
}

async function fetchTotals(projectIds: string[]) {
  const admin = await backend("admin");
  const rows = dataOf(await admin.from("project_totals").select("*").in("project_id", projectIds));
  return new Map(rows.map((row) => [row.project_id, row]));
}
