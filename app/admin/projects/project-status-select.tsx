import type { ListedProject } from "#app/api/admin/projects.ts";
import { classNames } from "#app/ui/class-names.ts";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { toneClasses } from "#app/ui/tone.ts";
import { PROJECT_STATUSES, projectStatusBadge } from "#domain/projects/project.ts";
import { useUpdateStatus } from "./use-update-status.ts";

/** Status dropdown in a project row. Saves changes immediately. */
export function ProjectStatusSelect({ project }: { project: ListedProject["project"] }) {
  const save = useUpdateStatus(project);
  const { label, tone } = projectStatusBadge(project.status);
  const options = PROJECT_STATUSES.map((status) => ({
    value: status,
    label: projectStatusBadge(status).label,
  }));
  const isKnown = options.some((option) => option.value === project.status);
  return (
    <span className="inline-flex items-center gap-1">
      <span
        aria-hidden="true"
        className={classNames("size-2 shrink-0 rounded-full", toneClasses(tone).dot)}
      />
      <UnlabeledSelect
        aria-label={`Status of ${project.project_name}`}
        aria-busy={save.isPending || undefined}
        value={project.status}
        // An unknown status from a newer release is shown unchanged.
        options={isKnown ? options : [{ value: project.status, label }, ...options]}
        onChange={(event) => {
          const newStatus = PROJECT_STATUSES.find((status) => status === event.currentTarget.value);
          if (newStatus) {
            save.mutate({ from: project.status, to: newStatus });
          }
        }}
        isCompact
      />
    </span>
  );
}
