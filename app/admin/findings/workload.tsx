import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { type ProjectWorkload, workloadQuery } from "#app/api/admin/findings.ts";
import { SeverityBadge } from "#app/components/findings/severity-badge.tsx";
import { type Column, Table } from "#app/ui/data-display/table.tsx";
import { ExpandButton } from "#app/ui/expand-button.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { type CalendarDate, daysBetween } from "#domain/dates/calendar-date.ts";
import { SEVERITIES, SEVERITY_LABELS } from "#domain/findings/severity.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { projectFindingsPath } from "../shell/admin-pages.ts";

const VISIBLE_PROJECTS = 5;
/** Width in px from which the table shows all counts. */
const WIDE_TABLE = 840;

const formatNumber = (count: number) => (count === 0 ? <span className="text-faint">0</span> : count);

/** The drafts and open findings of each project, by severity and age. Renders nothing without any. */
export function Workload() {
  const today = firmToday(new Date());
  const { data: projects = [] } = useQuery(workloadQuery(today));
  const [isExpanded, setIsExpanded] = useState(false);
  if (projects.length === 0) {
    return null;
  }
  const columns: ReadonlyArray<Column<ProjectWorkload>> = [
    {
      key: "project",
      header: "Project",
      isTitle: true,
      isLongText: true,
      cell: (project, _, hiddenKeys) => (
        <ProjectName project={project} counts={hiddenKeys.has("drafts") ? listCounts(project) : []} />
      ),
    },
    ...SEVERITIES.map(
      (severity): Column<ProjectWorkload> => ({
        key: severity,
        header: SEVERITY_LABELS[severity],
        align: "end",
        cell: (project) => formatNumber(project[severity]),
      }),
    ),
    {
      key: "overdue",
      header: "Overdue",
      align: "end",
      cell: ({ overdue }) =>
        overdue > 0 ? <span className="text-negative">{overdue}</span> : formatNumber(0),
    },
    {
      key: "retest",
      header: "To retest",
      minWidth: WIDE_TABLE,
      align: "end",
      cell: (project) => formatNumber(project.ready_for_retest),
    },
    {
      key: "disputed",
      header: "Disputed",
      align: "end",
      minWidth: WIDE_TABLE,
      cell: ({ disputed }) => formatNumber(disputed),
    },
    {
      key: "drafts",
      header: "Drafts",
      align: "end",
      minWidth: WIDE_TABLE,
      cell: ({ drafts }) => formatNumber(drafts),
    },
    {
      key: "age",
      header: "Oldest",
      minWidth: WIDE_TABLE,
      align: "end",
      cell: ({ oldest_published_on: oldest }) => (
        <span className="whitespace-nowrap">
          {oldest ? formatCount(daysBetween(oldest, today), "day") : "—"}
        </span>
      ),
    },
  ];
  return (
    <Card aria-labelledby="workload" className="mt-6">
      <CardHeader title={<span id="workload">Open findings by project</span>} />
      <Table
        label="Open findings by project"
        columns={columns}
        rows={isExpanded ? projects : projects.slice(0, VISIBLE_PROJECTS)}
        rowKey={({ project_id }) => project_id}
        renderCard={(project) => <WorkloadCard {...{ project, today }} />}
        cardsBelow={580}
      />
      {projects.length > VISIBLE_PROJECTS && (
        <ExpandButton className="mt-3" isExpanded={isExpanded} onChange={setIsExpanded}>
          {isExpanded ? "Show fewer projects" : `Show all ${projects.length} projects`}
        </ExpandButton>
      )}
    </Card>
  );
}

type Count = { label: string; count: number };

/** The counts above zero that a narrow table has no columns for. */
function listCounts({ ready_for_retest: retest, disputed, drafts }: ProjectWorkload): Count[] {
  return [
    { label: "to retest", count: retest },
    { label: "disputed", count: disputed },
    { label: drafts === 1 ? "draft" : "drafts", count: drafts },
  ].filter(({ count }) => count > 0);
}

type ProjectNameProps = { project: ProjectWorkload; counts?: readonly Count[] };

function ProjectName({ project, counts = [] }: ProjectNameProps) {
  return (
    <span>
      <Link
        to={projectFindingsPath(project.project_id)}
        className="inline-flex min-h-6 items-center rounded-small hover:text-accent hover:underline"
      >
        {project.project_name}
      </Link>
      <span className="block font-normal text-13 text-muted">
        {[project.company, ...counts.map(({ label, count }) => `${count} ${label}`)].join(" · ")}
      </span>
    </span>
  );
}

/** A project on a narrow screen, with the counts above zero. */
function WorkloadCard({ project, today }: { project: ProjectWorkload; today: CalendarDate }) {
  const { overdue, oldest_published_on: oldest } = project;
  const counts = [...(overdue > 0 ? [{ label: "overdue", count: overdue }] : []), ...listCounts(project)];
  return (
    <>
      <ProjectName project={project} />
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {SEVERITIES.filter((severity) => project[severity] > 0).map((severity) => (
          <SeverityBadge key={severity} severity={severity} label={`${project[severity]} ${severity}`} />
        ))}
      </p>
      <p className="tabular mt-1 flex flex-wrap gap-x-4 gap-y-1 text-13 text-muted">
        {counts.map(({ label, count }) => (
          <span key={label} className={label === "overdue" ? "text-negative" : undefined}>
            {count} {label}
          </span>
        ))}
        {oldest && <span>Oldest {formatCount(daysBetween(oldest, today), "day")}</span>}
      </p>
    </>
  );
}
