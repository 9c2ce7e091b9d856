import type { ListedProject } from "#app/api/admin/projects.ts";
import { classNames } from "#app/ui/class-names.ts";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { toneClasses } from "#app/ui/tone.ts";
import { PROJECT_STATUSES, projectStatus } from "#domain/projects/project.ts";
import { useUpdateStatus } from "./use-update-status.ts";

/** Status select in a project's row. A change is saved immediately. */
export function ProjectStatusSelect({ project }: { project: ListedProject["project"] }) {
  const save = useUpdateStatus(project);
  const { label, tone } = projectStatus(project.status);
  const options = PROJECT_STATUSES.map((status) => ({ value: status, label: projectStatus(status).label }));
  const isKnown = options.some((option) => option.value === project.status);
  return (
    <span className="inline-flex items-center gap-2">
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
          const to = PROJECT_STATUSES.find((status) => status === event.currentTarget.value);
          if (to) {
            save.mutate({ from: project.status, to });
          }
        }}
        className="w-34"
      />
    </span>
  );
}
