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
import { useIsPrinting } from "#app/components/use-is-printing.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { ShieldAlert } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { brand } from "#brand";
import { matchesFilter, sortOpenFirst } from "#domain/findings/finding-filter.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { useCurrentClient, useHasPermission } from "../current-client.ts";
import { ExportMenu } from "./export-menu.tsx";
import { FindingFilters } from "./finding-filters.tsx";
import { FindingNav } from "./finding-nav.tsx";
import { FindingTable } from "./finding-table.tsx";
import { OpenFindings } from "./open-findings.tsx";
import { RequestRetestDialog } from "./request-retest-dialog.tsx";
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
      <PageHeader
        title="Findings"
        subtitle={
          <span className="max-sm:hidden">Weaknesses in your systems and the status of their fixes</span>
        }
        action={
          findings.data &&
          findings.data.length > 0 && <ListActions findings={findings.data} projects={projects.data ?? []} />
        }
      />
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

type ListProps = { findings: readonly ListedFinding[]; projects: readonly Project[] };

/** Requests a retest of the findings that are ready, and exports and prints the list. */
function ListActions({ findings, projects }: ListProps) {
  const { id } = useCurrentClient();
  const canRequest = useHasPermission("remediation");
  const [isRequesting, setIsRequesting] = useState(false);
  const { data: retests } = useQuery(findingsInRetestQuery(id));
  const ready = findings.filter(
    (finding) => finding.state === "ready_for_retest" && retests && !retests.has(finding.id),
  );
  return (
    <>
      {canRequest && ready.length > 0 && (
        <Button tone="primary" onClick={() => setIsRequesting(true)}>
          Request retest
        </Button>
      )}
      <ExportMenu projects={projects} />
      {isRequesting && (
        <RequestRetestDialog findings={ready} projects={projects} onClose={() => setIsRequesting(false)} />
      )}
    </>
  );
}

function FilteredFindings({ findings, projects }: ListProps) {
  const { id } = useCurrentClient();
  const { filter, change } = useFindingFilter();
  const [pageCount, setPageCount] = useState(1);
  const { data: unreadIds } = useQuery(unreadFindingsQuery(id));
  const { data: retests } = useQuery(findingsInRetestQuery(id));
  const today = firmToday(new Date());
  const matches = sortOpenFirst(
    findings.filter((finding) => matchesFilter(finding, filter, today)),
    today,
  );
  const isPrinting = useIsPrinting();
  const visible = isPrinting ? matches : matches.slice(0, pageCount * PAGE_SIZE);
  return (
    <div className="grid gap-4 sm:gap-6">
      <OpenFindings
        findings={findings}
        today={today}
        onSelect={(severity) => change({ severity, state: "open" })}
      />
      <section aria-labelledby="finding-list">
        <h2 id="finding-list" className="sr-only">
          All findings
        </h2>
        <div className="mb-2 flex flex-wrap items-center gap-3 sm:mb-4">
          <FindingFilters {...{ filter, change, findings, projects, today }} />
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
          <FindingTable findings={visible} {...{ projects, unreadIds, retests, today }} />
        )}
        {matches.length > visible.length && (
          <Button className="mt-4" onClick={() => setPageCount(pageCount + 1)}>
            Show more
          </Button>
        )}
      </section>
    </div>
  );
}
