import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ownProjectsQuery } from "#app/api/portal/projects.ts";
import { useUrlParams } from "#app/components/use-url-params.ts";
import { Button } from "#app/ui/button.tsx";
import { useCurrentClient } from "../current-client.ts";
import { PROJECT_PARAM } from "./use-linked-heading.ts";

export type ProjectFilter = {
  /** The project that the list is filtered by, or null. The name is a placeholder if the project is unknown or not loaded. */
  project: { id: string; name: string } | null;
  /** Whether an entry with this project id passes the filter. */
  includes: (projectId: string | null) => boolean;
  clear: () => void;
  /** Whether the user removed the filter. */
  isCleared: boolean;
};

/** The filter of a list by the project in the URL. */
export function useProjectFilter(): ProjectFilter {
  const { id: clientId } = useCurrentClient();
  const { params, changeParams } = useUrlParams();
  const [wasCleared, setWasCleared] = useState(false);
  const id = params.get(PROJECT_PARAM);
  const projects = useQuery({ ...ownProjectsQuery(clientId), enabled: id !== null });
  const found = projects.data?.find((candidate) => candidate.id === id);
  const placeholder = projects.isSuccess ? "Unknown project" : "Loading...";
  const name = found?.project_name ?? (projects.isError ? "Selected project" : placeholder);
  return {
    project: id === null ? null : { id, name },
    includes: (projectId) => id === null || projectId === id,
    clear() {
      setWasCleared(true);
      changeParams({ [PROJECT_PARAM]: "" });
    },
    isCleared: wasCleared && id === null,
  };
}

/**
 * Names the project that a list is filtered by, with a button that shows the whole list. When the filter is removed, the note gets
 * the focus, because the button that had it is gone.
 */
export function ProjectFilterNote({ filter: { project, clear, isCleared } }: { filter: ProjectFilter }) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isCleared) {
      note.current?.focus({ preventScroll: true });
    }
  }, [isCleared]);
  if (!project) {
    return (
      isCleared && (
        <p ref={note} tabIndex={-1} className="mb-4 text-14 text-muted">
          Showing all projects
        </p>
      )
    );
  }
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
      <span className="min-w-0 text-muted">
        Project: <span className="text-text">{project.name}</span>
      </span>
      <Button size="small" tone="quiet" className="print:hidden" onClick={clear}>
        Show all projects
      </Button>
    </p>
  );
}
