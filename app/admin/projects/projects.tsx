import { useQuery } from "@tanstack/react-query";
import { FolderKanban, Plus, SearchX } from "lucide-react";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import { asOf } from "#app/components/as-of.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { type ListedProject, projectList } from "#app/data/admin-projects.ts";
import { lastSync } from "#app/data/last-sync.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { BareSelect } from "#app/ui/select.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { PROJECT_STATUSES, projectStatus } from "#domain/project.ts";
import { ListFoot } from "../lists/list-foot.tsx";
import { ListSearch } from "../lists/list-search.tsx";
import { ListSurface } from "../lists/list-surface.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { ManageInvoicesDialog } from "./manage-invoices-dialog.tsx";
import { ProjectFormDialog } from "./project-form-dialog.tsx";
import { ProjectInvoicesDialog } from "./project-invoices-dialog.tsx";
import { type ProjectAct, ProjectTable } from "./project-table.tsx";

export const meta: MetaFunction = () => pageMeta("Projects");

const statusOptions = PROJECT_STATUSES.map((status) => ({
  value: status,
  label: projectStatus(status).label,
}));

type Opened = { act: "create" } | { act: ProjectAct; listed: ListedProject };

export default function Projects() {
  const { search, status, page, change } = useListAddress(PROJECT_STATUSES);
  const projects = useQuery(projectList({ search, status, page }));
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
          <Button
            tone="primary"
            icon={<Plus aria-hidden="true" className="size-4" />}
            onClick={() => setOpened({ act: "create" })}
          >
            Create Project
          </Button>
        }
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <ListSearch
          label="Search project or client"
          value={search}
          onSearch={(text) => change({ search: text })}
        />
        <BareSelect
          aria-label="Filter by status"
          placeholder="All statuses"
          options={statusOptions}
          value={status}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
      </div>
      <Loaded
        query={projects}
        failed="The projects could not be loaded."
        loading={<Loading text="Loading projects..." rows={6} />}
      >
        {(found) => (
          <ListSurface
            table={
              found.rows.length > 0 && (
                <ProjectTable projects={found.rows} onAct={(act, listed) => setOpened({ act, listed })} />
              )
            }
            empty={
              search || status ? (
                <EmptyState
                  icon={<SearchX className="size-6" />}
                  title="No projects found"
                  hint="Try adjusting your filters"
                />
              ) : (
                <EmptyState
                  icon={<FolderKanban className="size-6" />}
                  title="No projects yet"
                  hint="Projects will appear here as they are created"
                  action={
                    <Button onClick={() => setOpened({ act: "create" })}>Create your first project</Button>
                  }
                />
              )
            }
            foot={<ListFoot page={found} noun="projects" onPage={(wanted) => change({ page: wanted })} />}
          />
        )}
      </Loaded>
      {opened?.act === "create" && <ProjectFormDialog listed={null} onClose={close} />}
      {opened?.act === "edit" && <ProjectFormDialog listed={opened.listed} onClose={close} />}
      {opened?.act === "link" && <ManageInvoicesDialog listed={opened.listed} onClose={close} />}
      {opened?.act === "view" && <ProjectInvoicesDialog listed={opened.listed} onClose={close} />}
    </>
  );
}
