import { useQuery } from "@tanstack/react-query";
import { FolderKanban, Plus } from "lucide-react";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import { everyProject, type ListedProject, PROJECT_SORTS, projectList } from "#app/api/admin-projects.ts";
import { lastSync } from "#app/api/last-sync.ts";
import { asOf } from "#app/components/as-of.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { csvDollars } from "#domain/csv.ts";
import { PROJECT_STATUSES, projectStatus } from "#domain/project.ts";
import { ExportButton } from "../lists/export-button.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { EditProjectDialog } from "./edit-project-dialog.tsx";
import { ManageInvoicesDialog } from "./manage-invoices-dialog.tsx";
import { type ProjectAct, projectColumns } from "./project-columns.tsx";
import { ProjectFormDialog } from "./project-form-dialog.tsx";
import { ProjectInvoicesDialog } from "./project-invoices-dialog.tsx";
import { TimelineDialog } from "./timeline-dialog.tsx";

export const meta: MetaFunction = () => pageMeta("Projects");

const statusOptions = PROJECT_STATUSES.map((status) => ({
  value: status,
  label: projectStatus(status).label,
}));

type Opened = { act: "create" } | { act: ProjectAct; listed: ListedProject };

export default function Projects() {
  const address = useListAddress(PROJECT_STATUSES, PROJECT_SORTS);
  const { search, status, page, sort } = address;
  const projects = useQuery(projectList({ search, status, page, sort }));
  const synced = useQuery(lastSync("admin"));
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <PageHead
        title="Project Management"
        context={
          synced.data
            ? `Amounts ${asOf(synced.data, new Date())}.`
            : "Work for clients and what is billed for it."
        }
        action={
          <>
            <ExportButton name="projects" rows={() => projectRows({ search, status })} />
            <Button
              tone="primary"
              icon={<Plus aria-hidden="true" className="size-4" />}
              onClick={() => setOpened({ act: "create" })}
            >
              Create Project
            </Button>
          </>
        }
      />
      <ListScreen
        noun="project"
        address={address}
        page={projects}
        columns={projectColumns((act, listed) => setOpened({ act, listed }))}
        rowKey={({ project }) => project.id}
        cardsBelow="xl"
        searches="Search project or client"
        filter={{ label: "Filter by status", placeholder: "All statuses", options: statusOptions }}
        empty={
          <EmptyState
            icon={<FolderKanban className="size-6" />}
            title="No projects yet"
            hint="Projects will appear here as they are created"
            action={<Button onClick={() => setOpened({ act: "create" })}>Create your first project</Button>}
          />
        }
      />
      {opened?.act === "create" && <ProjectFormDialog project={null} onClose={close} />}
      {opened?.act === "edit" && <EditProjectDialog listed={opened.listed} onClose={close} />}
      {opened?.act === "link" && <ManageInvoicesDialog listed={opened.listed} onClose={close} />}
      {opened?.act === "view" && <ProjectInvoicesDialog listed={opened.listed} onClose={close} />}
      {opened?.act === "timeline" && <TimelineDialog listed={opened.listed} onClose={close} />}
    </>
  );
}

async function projectRows(narrowed: { search: string; status: string }): Promise<string[][]> {
  const projects = await everyProject(narrowed);
  return [
    [
      "Project",
      "Client",
      "Status",
      "Start",
      "Due",
      "Value (USD)",
      "Invoices",
      "Billed (USD)",
      "Outstanding (USD)",
    ],
    ...projects.map(({ project, company, valueCents, invoiceCount, billedCents, outstandingCents }) => [
      project.project_name,
      company,
      projectStatus(project.status).label,
      project.start_date,
      project.target_completion_date ?? "",
      csvDollars(valueCents),
      String(invoiceCount),
      csvDollars(billedCents),
      csvDollars(outstandingCents),
    ]),
  ];
}
