import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { type OwnProject, ownProjectsQuery } from "#app/api/portal/projects.ts";
import { Button } from "#app/ui/button.tsx";
import { useCurrentClient } from "../current-client.ts";
import { PROJECT_PARAM } from "./use-linked-heading.ts";

export type ProjectFilter = {
  /** The project to which the list is limited. Null without one. */
  project: OwnProject | null;
  /** Whether the list includes an entry of the project. */
  includes: (projectId: string | null) => boolean;
  clear: () => void;
};

/** The filter of a list by the project in the URL. */
export function useProjectFilter(): ProjectFilter {
  const { id: clientId } = useCurrentClient();
  const [searchParams, setSearchParams] = useSearchParams();
  const projectId = searchParams.get(PROJECT_PARAM);
  const { data: projects = [] } = useQuery({ ...ownProjectsQuery(clientId), enabled: projectId !== null });
  const project = projects.find((candidate) => candidate.id === projectId) ?? null;
  return {
    project,
    includes: (id) => project === null || project.id === id,
    clear: () =>
      setSearchParams(
        (current) => {
          const next = new URLSearchParams(current);
          next.delete(PROJECT_PARAM);
          return next;
        },
        { preventScrollReset: true },
      ),
  };
}

/** Names the project to which a list is limited, with a button that shows the whole list. */
export function ProjectFilterNote({ filter: { project, clear } }: { filter: ProjectFilter }) {
  return (
    project && (
      <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-14 print:hidden">
        <span className="min-w-0 text-muted">
          Project: <span className="text-text">{project.project_name}</span>
        </span>
        <Button size="small" tone="quiet" onClick={clear}>
          Show all projects
        </Button>
      </p>
    )
  );
}
