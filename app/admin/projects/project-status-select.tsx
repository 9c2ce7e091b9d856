import type { ListedProject } from "#app/api/admin-projects.ts";
import { classNames } from "#app/ui/class-names.ts";
import { BareSelect } from "#app/ui/select.tsx";
import { classesOfTone } from "#app/ui/tone.ts";
import { PROJECT_STATUSES, projectStatus } from "#domain/project.ts";
import { useSaveStatus } from "./use-save-status.ts";

/** A project's status in its row: choosing another one stores it at once. */
export function ProjectStatusSelect({ project }: { project: ListedProject["project"] }) {
  const save = useSaveStatus(project);
  const { label, tone } = projectStatus(project.status);
  const known = PROJECT_STATUSES.map((status) => ({ value: status, label: projectStatus(status).label }));
  const isKnown = known.some((option) => option.value === project.status);
  return (
    <span className="inline-flex items-center gap-2">
      <span
        aria-hidden="true"
        className={classNames("size-2 shrink-0 rounded-full", classesOfTone(tone).dot)}
      />
      <BareSelect
        aria-label={`Status of ${project.project_name}`}
        aria-busy={save.isPending || undefined}
        value={project.status}
        // A status of a newer release is shown as it is, and can be left.
        options={isKnown ? known : [{ value: project.status, label }, ...known]}
        onChange={(event) => save.mutate({ from: project.status, to: event.currentTarget.value })}
        className="w-34"
      />
    </span>
  );
}
