import { useQuery } from "@tanstack/react-query";
import type { ProjectAssessment } from "#app/api/admin/assessments.ts";
import { taxonomyEntriesQuery } from "#app/api/admin/findings.ts";
import { CoverageTable } from "#app/components/findings/coverage-table.tsx";
import { Loaded } from "#app/components/loaded.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { buildCoverage } from "#domain/findings/report/coverage.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { FINDINGS_PATH } from "../shell/admin-pages.ts";

/** What was tested of each framework in the project. */
export function CoveragePanel({ project }: { project: ProjectAssessment }) {
  const entries = useQuery(taxonomyEntriesQuery());
  return (
    <Loaded
      query={entries}
      errorMessage="We couldn't load the control coverage."
      loading={<Loading text="Loading control coverage..." rows={6} />}
    >
      {(loaded) => (
        <CoverageTable
          frameworks={buildCoverage({
            entries: loaded,
            testedEntries: project.tested_entries,
            findings: project.findings,
          })}
          findingUrl={(finding) => `${FINDINGS_PATH}/${finding}`}
          csvName={`control-coverage-${firmToday(new Date())}.csv`}
        />
      )}
    </Loaded>
  );
}
