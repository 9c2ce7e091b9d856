import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ownCoverageQuery, taxonomyEntriesQuery } from "#app/api/portal/coverage.ts";
import { type OwnProject, ownProjectsQuery } from "#app/api/portal/projects.ts";
import { CoverageTable } from "#app/components/findings/coverage-table.tsx";
import { combineQueries, Loaded } from "#app/components/loaded.tsx";
import { useUrlParams } from "#app/components/use-url-params.ts";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { brand } from "#brand";
import { buildCoverage, type CoverageInput } from "#domain/findings/report/coverage.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { useCurrentClient } from "../current-client.ts";
import { sectionUrl } from "../section-url.ts";
import { FindingNav } from "./finding-nav.tsx";

/** What was tested of each framework. The project and the framework are stored in the URL. */
export function CoverageScreen() {
  const { id } = useCurrentClient();
  const entries = useQuery(taxonomyEntriesQuery());
  const tested = useQuery(ownCoverageQuery(id));
  const projects = useQuery(ownProjectsQuery(id));
  useTitle(`Control coverage – ${brand.name}`);
  return (
    <>
      <PageHeader
        title="Control coverage"
        subtitle="Risks and controls that were tested, and the findings for each"
      />
      <FindingNav current="coverage" />
      <Loaded
        query={combineQueries(entries, combineQueries(tested, projects))}
        errorMessage="We couldn't load the control coverage."
        loading={<Loading text="Loading control coverage..." rows={6} />}
      >
        {([allEntries, [{ testedEntries, findings }, ownProjects]]) => (
          <ProjectCoverage
            projects={ownProjects}
            entries={allEntries}
            testedEntries={testedEntries}
            findings={findings}
          />
        )}
      </Loaded>
    </>
  );
}

type OfProject<Row> = Row & { project_id: string };
type ProjectCoverageProps = Pick<CoverageInput, "entries"> & {
  projects: readonly OwnProject[];
  testedEntries: readonly OfProject<CoverageInput["testedEntries"][number]>[];
  findings: readonly OfProject<CoverageInput["findings"][number]>[];
};

function ProjectCoverage({ projects, entries, testedEntries, findings }: ProjectCoverageProps) {
  const { params, changeParams } = useUrlParams();
  const project = projects.find((own) => own.id === params.get("project"));
  const isSelected = (row: { project_id: string }) => !project || row.project_id === project.id;
  const change = (name: "project" | "framework", value: string) =>
    changeParams({ [name]: value }, { replace: true });
  return (
    <>
      {projects.length > 1 && (
        <p className="mb-4 hidden text-14 print:block">{project?.project_name ?? "All projects"}</p>
      )}
      <CoverageTable
        frameworks={buildCoverage({
          entries,
          testedEntries: testedEntries.filter(isSelected),
          findings: findings.filter(isSelected),
        })}
        findingUrl={(finding) => sectionUrl("findings", { finding })}
        csvName={`control-coverage-${firmToday(new Date())}.csv`}
        filter={
          projects.length > 1 && (
            <UnlabeledSelect
              aria-label="Project"
              className="w-full sm:w-72 print:hidden"
              placeholder="All projects"
              value={project?.id ?? ""}
              onChange={({ target }) => change("project", target.value)}
              options={projects.map((own) => ({ value: own.id, label: own.project_name }))}
            />
          )
        }
        framework={params.get("framework") ?? ""}
        onFrameworkChange={(framework) => change("framework", framework)}
      />
    </>
  );
}

/** Sets the title of the page while the component is mounted. */
function useTitle(title: string): void {
  useEffect(() => {
    const previousTitle = document.title;
    document.title = title;
    return () => {
      document.title = previousTitle;
    };
  }, [title]);
}
