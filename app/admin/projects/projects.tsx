import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type MetaFunction, useNavigate } from "react-router";
import type { ListParams } from "#app/api/admin/list-page.ts";
import {
  fetchAllProjects,
  type ListedProject,
  PROJECT_SORT_COLUMNS,
  projectListQuery,
} from "#app/api/admin/projects.ts";
import { lastSyncQuery } from "#app/api/shared/last-sync.ts";
import { formatSquareFreshness } from "#app/components/updated-at.ts";
import { useUrlParams } from "#app/components/use-url-params.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { FolderKanban, Plus } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { PROJECT_STATUSES, type ProjectStatus, projectStatusBadge } from "#domain/projects/project.ts";
import { formatCsvDollars } from "#domain/text/csv.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { ExportButton } from "../lists/export-button.tsx";
import { ListMenu } from "../lists/list-menu.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListParams } from "../lists/use-list-params.ts";
import { assessmentPath } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { EditProjectDialog } from "./edit-project-dialog.tsx";
import { ManageInvoicesDialog } from "./manage-invoices-dialog.tsx";
import { MilestonesDialog } from "./milestones-dialog.tsx";
import { ProjectCard } from "./project-card.tsx";
import { createProjectColumns, type ProjectAction, ProjectMenu } from "./project-columns.tsx";
import { ProjectFormDialog } from "./project-form-dialog.tsx";
import { ProjectInvoicesDialog } from "./project-invoices-dialog.tsx";
import { TimelineDialog } from "./timeline-dialog.tsx";

export const meta: MetaFunction = () => pageMeta("Projects");

const STATUS_OPTIONS = PROJECT_STATUSES.map((status) => ({
  value: status,
  label: projectStatusBadge(status).label,
}));

type OpenDialog =
  | { action: "create" }
  | { action: Exclude<ProjectAction, "assessment">; listed: ListedProject };

export default function Projects() {
  const controls = useListParams(PROJECT_STATUSES, PROJECT_SORT_COLUMNS);
  const { search, status, page, sort } = controls;
  const projects = useQuery(projectListQuery({ search, status, page, sort }));
  const lastSync = useQuery(lastSyncQuery("admin"));
  const { params, changeParams } = useUrlParams();
  const newProjectClient = getNewProjectClient(params);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(
    newProjectClient ? { action: "create" } : null,
  );
  const navigate = useNavigate();
  const close = () => setOpenDialog(null);
  const csv = { name: "projects", fetchRows: () => fetchCsvRows({ search, status }) };
  function handleAction(action: ProjectAction, listed: ListedProject) {
    if (action === "assessment") {
      void navigate(assessmentPath(listed.project.id));
    } else {
      setOpenDialog({ action, listed });
    }
  }
  function closeNewProject() {
    close();
    changeParams({ clientId: "", clientName: "" }, { replace: true });
  }
  return (
    <>
      <PageHeader
        title="Project Management"
        subtitle={
          lastSync.data
            ? formatSquareFreshness(lastSync.data, new Date())
            : "Client projects and their billing"
        }
        action={
          <>
            <div className="max-sm:hidden">
              <ExportButton {...csv} />
            </div>
            <Button
              tone="primary"
              icon={<Plus aria-hidden="true" className="size-4" />}
              onClick={() => setOpenDialog({ action: "create" })}
            >
              Create Project
            </Button>
          </>
        }
        phoneMenu={<ListMenu csv={csv} />}
      />
      <ListScreen
        noun="project"
        controls={controls}
        page={projects}
        columns={createProjectColumns(handleAction)}
        renderCard={(listed) => (
          <ProjectCard listed={listed} menu={<ProjectMenu listed={listed} onAction={handleAction} />} />
        )}
        rowKey={({ project }) => project.id}
        cardsBelow={640}
        searchLabel="Search project or client"
        filter={{ label: "Filter by status", placeholder: "All statuses", options: STATUS_OPTIONS }}
        defaultOrder="status"
        empty={
          <EmptyState
            icon={<FolderKanban className="size-6" />}
            title="No projects yet"
            hint="Projects will appear here as they are created"
            action={
              <Button onClick={() => setOpenDialog({ action: "create" })}>Create your first project</Button>
            }
          />
        }
      />
      {openDialog?.action === "create" && (
        <ProjectFormDialog project={null} client={newProjectClient} onClose={closeNewProject} />
      )}
      {openDialog?.action === "edit" && <EditProjectDialog listed={openDialog.listed} onClose={close} />}
      {openDialog?.action === "link" && <ManageInvoicesDialog listed={openDialog.listed} onClose={close} />}
      {openDialog?.action === "view" && <ProjectInvoicesDialog listed={openDialog.listed} onClose={close} />}
      {openDialog?.action === "milestones" && <MilestonesDialog listed={openDialog.listed} onClose={close} />}
      {openDialog?.action === "timeline" && <TimelineDialog listed={openDialog.listed} onClose={close} />}
    </>
  );
}

/** The client of the project to create, if a link names one. */
function getNewProjectClient(searchParams: URLSearchParams): { id: string; company: string } | null {
  const id = searchParams.get("clientId") ?? "";
  return isUuid(id) ? { id, company: searchParams.get("clientName") ?? "" } : null;
}

async function fetchCsvRows(
  filter: Pick<ListParams<ProjectStatus>, "search" | "status">,
): Promise<string[][]> {
  const projects = await fetchAllProjects(filter);
  return [
    [
      "Project",
      "Client",
      "Status",
      "Start",
      "Due",
      "Value (USD)",
      "Proposal value (USD)",
      "Invoices",
      "Billed (USD)",
      "Paid (USD)",
      "Refunded (USD)",
      "Outstanding (USD)",
    ],
    ...projects.map(({ project, company, ...money }) => [
      project.project_name,
      company,
      projectStatusBadge(project.status).label,
      project.start_date,
      project.target_completion_date ?? "",
      formatCsvDollars(money.valueCents),
      money.proposalCents === null ? "" : formatCsvDollars(money.proposalCents),
      String(money.invoiceCount),
      formatCsvDollars(money.billedCents),
      formatCsvDollars(money.paidCents),
      formatCsvDollars(money.refundedCents),
      formatCsvDollars(money.outstandingCents),
    ]),
  ];
}
