import type { ListedFinding } from "#app/api/portal/findings.ts";
import { FilterBar } from "#app/ui/forms/filter-bar.tsx";
import { SearchField } from "#app/ui/forms/search-field.tsx";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { countState, STATE_FILTER_LABELS, STATE_FILTERS } from "#domain/findings/finding-filter.ts";
import { SEVERITIES, SEVERITY_LABELS } from "#domain/findings/severity.ts";
import type { useFindingFilter } from "./use-finding-filter.ts";

type FindingFiltersProps = ReturnType<typeof useFindingFilter> & {
  findings: readonly ListedFinding[];
  projects: readonly { id: string; project_name: string }[];
  today: CalendarDate;
};

/** Search, status, severity and project. The statuses show their number of findings. */
export function FindingFilters({ filter, change, findings, projects, today }: FindingFiltersProps) {
  const active = [filter.state, filter.severity, filter.project].filter((value) => value !== "");
  return (
    <FilterBar
      activeCount={active.length}
      search={
        <SearchField
          label="Search findings"
          placeholder="Search..."
          className="w-full sm:w-auto sm:max-w-56 sm:grow sm:basis-36"
          value={filter.search}
          onChange={(event) => change({ search: event.target.value })}
        />
      }
    >
      <UnlabeledSelect
        aria-label="Status"
        className="sm:w-48"
        placeholder="All statuses"
        value={filter.state}
        onChange={(event) => change({ state: event.target.value })}
        options={STATE_FILTERS.map((value) => ({
          value,
          label: `${STATE_FILTER_LABELS[value]} (${countState(findings, value, today)})`,
        }))}
      />
      <UnlabeledSelect
        aria-label="Severity"
        className="sm:w-36"
        placeholder="All severities"
        value={filter.severity}
        onChange={(event) => change({ severity: event.target.value })}
        options={SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }))}
      />
      {projects.length > 1 && (
        <UnlabeledSelect
          aria-label="Project"
          className="sm:w-40 min-[360px]:max-sm:col-span-2"
          placeholder="All projects"
          value={filter.project}
          onChange={(event) => change({ project: event.target.value })}
          options={projects.map((project) => ({ value: project.id, label: project.project_name }))}
        />
      )}
    </FilterBar>
  );
}
