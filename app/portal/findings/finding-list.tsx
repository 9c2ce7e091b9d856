import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  findingsInRetestQuery,
  type ListedFinding,
  ownFindingsQuery,
  unreadFindingsQuery,
} from "#app/api/portal/findings.ts";
import { ownProjectsQuery } from "#app/api/portal/projects.ts";
import { combineQueries, Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { SearchField } from "#app/ui/forms/search-field.tsx";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { ShieldAlert } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { brand } from "#brand";
import {
  matchesFilter,
  STATE_FILTER_LABELS,
  STATE_FILTERS,
  sortOpenFirst,
} from "#domain/findings/finding-filter.ts";
import { SEVERITIES, SEVERITY_LABELS } from "#domain/findings/severity.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { useCurrentClient, useHasPermission } from "../current-client.ts";
import { ExportMenu } from "./export-menu.tsx";
import { FindingNav } from "./finding-nav.tsx";
import { FindingTable } from "./finding-table.tsx";
import { OpenFindingsChart } from "./open-findings-chart.tsx";
import { RequestRetestDialog } from "./request-retest-dialog.tsx";
import { SeverityCards } from "./severity-cards.tsx";
import { useFindingFilter } from "./use-finding-filter.ts";

const PAGE_SIZE = 25;

type Project = { id: string; project_name: string };

/** The published findings of the client, with counts of the open ones. */
export function FindingList() {
  const { id } = useCurrentClient();
  const findings = useQuery(ownFindingsQuery(id));
  const projects = useQuery(ownProjectsQuery(id));
  return (
    <>
      <PageHeader title="Findings" subtitle="Weaknesses in your systems and the status of their fixes" />
      <FindingNav current="list" />
      <Loaded
        query={combineQueries(findings, projects)}
        errorMessage="We couldn't load your findings."
        loading={<Loading text="Loading findings..." rows={6} />}
      >
        {([list, ownProjects]) =>
          list.length === 0 ? (
            <EmptyState
              icon={<ShieldAlert className="size-6" />}
              title="No findings yet"
              hint={`Findings appear here when ${brand.name} publishes them`}
            />
          ) : (
            <FilteredFindings findings={list} projects={ownProjects} />
          )
        }
      </Loaded>
    </>
  );
}

type FilteredFindingsProps = { findings: readonly ListedFinding[]; projects: readonly Project[] };

function FilteredFindings({ findings, projects }: FilteredFindingsProps) {
  const { id } = useCurrentClient();
  const { filter, change } = useFindingFilter();
  const [pageCount, setPageCount] = useState(1);
  const [isRequesting, setIsRequesting] = useState(false);
  const canRequest = useHasPermission("remediation");
  const { data: unreadIds } = useQuery(unreadFindingsQuery(id));
  const today = firmToday(new Date());
  const matches = sortOpenFirst(findings.filter((finding) => matchesFilter(finding, filter, today)));
  const visible = matches.slice(0, pageCount * PAGE_SIZE);
  const { data: idsInRetest } = useQuery(findingsInRetestQuery(id));
  const ready = findings.filter(
    (finding) => finding.state === "ready_for_retest" && idsInRetest && !idsInRetest.has(finding.id),
  );
  return (
    <div className="grid gap-6">
      <SeverityCards findings={findings} onSelect={(severity) => change({ severity, state: "open" })} />
      <OpenFindingsChart findings={findings} />
      <section aria-labelledby="finding-list">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 id="finding-list" className="text-18">
            All findings
          </h2>
          <div className="flex flex-wrap gap-3">
            <ExportMenu projects={projects} />
            {canRequest && ready.length > 0 && (
              <Button tone="primary" onClick={() => setIsRequesting(true)}>
                Request retest
              </Button>
            )}
          </div>
        </div>
        <div className="mb-4 flex flex-wrap items-center gap-3">
          <SearchField
            label="Search findings"
            placeholder="Search findings..."
            className="w-full sm:w-64"
            value={filter.search}
            onChange={(event) => change({ search: event.target.value })}
          />
          <div className="grid w-full grid-cols-2 gap-3 *:min-w-0 sm:contents">
            <UnlabeledSelect
              aria-label="Status"
              className="sm:w-44"
              placeholder="All statuses"
              value={filter.state}
              onChange={(event) => change({ state: event.target.value })}
              options={STATE_FILTERS.map((value) => ({ value, label: STATE_FILTER_LABELS[value] }))}
            />
            <UnlabeledSelect
              aria-label="Severity"
              className="sm:w-40"
              placeholder="All severities"
              value={filter.severity}
              onChange={(event) => change({ severity: event.target.value })}
              options={SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }))}
            />
            {projects.length > 1 && (
              <UnlabeledSelect
                aria-label="Project"
                className="max-sm:col-span-2 sm:w-52"
                placeholder="All projects"
                value={filter.project}
                onChange={(event) => change({ project: event.target.value })}
                options={projects.map((project) => ({ value: project.id, label: project.project_name }))}
              />
            )}
          </div>
          <p role="status" className="text-13 text-muted sm:ml-auto">
            Showing {visible.length} of {findings.length} findings
          </p>
        </div>
        {matches.length === 0 ? (
          <EmptyState
            icon={<ShieldAlert className="size-6" />}
            title="No findings match"
            hint="Try another search or filter"
            action={
              <Button onClick={() => change({ search: "", state: "", severity: "", project: "" })}>
                Clear filters
              </Button>
            }
          />
        ) : (
          <FindingTable findings={visible} projects={projects} unreadIds={unreadIds} today={today} />
        )}
        {matches.length > visible.length && (
          <Button className="mt-4" onClick={() => setPageCount(pageCount + 1)}>
            Show more
          </Button>
        )}
      </section>
      {isRequesting && (
        <RequestRetestDialog findings={ready} projects={projects} onClose={() => setIsRequesting(false)} />
      )}
    </div>
  );
}
