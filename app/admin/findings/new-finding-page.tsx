import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type MetaFunction, useNavigate, useSearchParams } from "react-router";
import { createFinding, findingProjectsQuery } from "#app/api/admin/findings.ts";
import { refetchFindings } from "#app/api/shared/findings.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { FolderKanban } from "#app/ui/icons.tsx";
import { BackLink } from "#app/ui/layout/back-link.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { newFinding, type SaveFinding } from "#domain/findings/finding-form.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { FINDINGS_PATH } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { FindingForm } from "./finding-form.tsx";
import { TemplatePicker } from "./templates/template-picker.tsx";

export const meta: MetaFunction = () => pageMeta("New finding");

/** Creates a draft in a project, empty or from a template. */
export default function NewFindingPage() {
  const projects = useQuery(findingProjectsQuery());
  return (
    <>
      <BackLink to={FINDINGS_PATH} label="All findings" />
      <PageHeader title="New finding" subtitle="A draft · Clients can't see it until you publish it" />
      <Loaded
        query={projects}
        errorMessage="We couldn't load the projects."
        loading={<Loading text="Loading projects..." rows={4} />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={<FolderKanban className="size-6" />}
              title="No projects yet"
              hint="Create a project first, because findings belong to projects"
            />
          ) : (
            <NewFinding projects={list} />
          )
        }
      </Loaded>
    </>
  );
}

type NewFindingProps = {
  projects: readonly { id: string; project_name: string; client_id: string; clients: { company: string } }[];
};

function NewFinding({ projects }: NewFindingProps) {
  const [searchParams, setSearchParams] = useSearchParams();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const showToast = useToast();
  const project = projects.find(({ id }) => id === searchParams.get("project"));
  const projectSelect = useRef<HTMLSelectElement>(null);
  const [isProjectMissing, setIsProjectMissing] = useState(false);
  const [start, setStart] = useState({ version: 0, finding: newFinding(firmToday(new Date())) });
  const create = useMutation({
    mutationFn: (finding: SaveFinding) => createFinding(project?.id ?? "", finding),
    onSuccess: async (id) => {
      await refetchFindings(queryClient);
      await navigate(`${FINDINGS_PATH}/${id}`);
      showToast("Draft saved");
    },
  });
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Project"
          required
          ref={projectSelect}
          placeholder="Select a project"
          error={isProjectMissing && !project ? "Select a project" : undefined}
          value={project?.id ?? ""}
          onChange={(event) => setSearchParams({ project: event.target.value }, { replace: true })}
          options={projects.map(({ id, project_name, clients }) => ({
            value: id,
            label: `${project_name} (${clients.company})`,
          }))}
        />
        <TemplatePicker
          onSelect={(template) =>
            setStart({
              version: start.version + 1,
              finding: { ...newFinding(firmToday(new Date())), ...template },
            })
          }
        />
      </div>
      <FindingForm
        key={start.version}
        project={project ? { id: project.id, clientId: project.client_id } : null}
        onProjectMissing={() => {
          setIsProjectMissing(true);
          projectSelect.current?.focus();
        }}
        initial={start.finding}
        submitLabel="Save draft"
        isPending={create.isPending}
        error={create.error}
        onSubmit={(finding) => create.mutate(finding)}
      />
    </div>
  );
}
