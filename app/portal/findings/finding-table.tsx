import { Link } from "react-router";
import type { ListedFinding } from "#app/api/portal/findings.ts";
import { SeverityBadge } from "#app/components/findings/severity-badge.tsx";
import { DeadlineBadge, StateBadges } from "#app/components/findings/state-badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { type Column, Table } from "#app/ui/data-display/table.tsx";
import { useCellLayout } from "#app/ui/data-display/use-cell-layout.ts";
import { Tag } from "#app/ui/feedback/badge.tsx";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { deadlineBadge } from "#domain/findings/deadline.ts";
import { isOpenState } from "#domain/findings/finding-state.ts";
import type { RetestStatus } from "#domain/findings/retest.ts";
import { sectionUrl } from "../section-url.ts";
import { useMemberNames } from "../use-member-names.ts";

type FindingTableProps = {
  findings: readonly ListedFinding[];
  projects: readonly { id: string; project_name: string }[];
  /** Undefined until loaded. */
  unreadIds: ReadonlySet<string> | undefined;
  /** Undefined until loaded. */
  retests: ReadonlyMap<string, RetestStatus> | undefined;
  today: CalendarDate;
};

export function FindingTable(props: FindingTableProps) {
  return useCellLayout(640) === "card" ? <FindingRows {...props} /> : <WideFindingTable {...props} />;
}

/** The findings as compact rows, for phones. */
function FindingRows({ findings, projects, unreadIds, retests, today }: FindingTableProps) {
  const formatMemberName = useMemberNames();
  return (
    <ul aria-label="Findings" className="divide-y divide-line border-line border-y">
      {findings.map((finding) => {
        const { id, key, severity, state, assignee_id, project_id } = finding;
        const context = [
          key,
          assignee_id && formatMemberName(assignee_id),
          projects.length > 1 && findProjectName(projects, project_id),
        ];
        return (
          <li key={id} className="relative grid gap-1 py-3 text-14">
            <div className="flex items-start justify-between gap-3">
              <FindingLink finding={finding} className="line-clamp-2 font-medium" />
              {unreadIds?.has(id) && <Tag>Unread</Tag>}
            </div>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <SeverityBadge severity={severity} />
              <StateBadges state={state} retest={retests?.get(id)} />
              <Deadline finding={finding} today={today} />
            </div>
            <p className="truncate text-13 text-muted">{context.filter(Boolean).join(" · ")}</p>
          </li>
        );
      })}
    </ul>
  );
}

/** The days until or since the deadline, or otherwise its date. Renders nothing without a deadline. */
function Deadline({ finding, today }: { finding: ListedFinding; today: CalendarDate }) {
  const { state, due_on: dueOn } = finding;
  if (dueOn === null || !isOpenState(state)) {
    return null;
  }
  return deadlineBadge({ state, dueOn }, today) ? (
    <DeadlineBadge finding={finding} today={today} />
  ) : (
    <span className="tabular whitespace-nowrap text-13 text-muted">Due {formatDate(dueOn)}</span>
  );
}

function FindingLink({ finding: { id, title }, className }: { finding: ListedFinding; className?: string }) {
  return (
    <Link
      to={sectionUrl("findings", { finding: id })}
      className={classNames(
        "row-link wrap-anywhere inline-flex min-h-6 items-center rounded-small hover:text-accent hover:underline",
        className,
      )}
    >
      {title}
    </Link>
  );
}

function findProjectName(projects: FindingTableProps["projects"], projectId: string): string | undefined {
  return projects.find(({ id }) => id === projectId)?.project_name;
}

function WideFindingTable({ findings, projects, unreadIds, retests, today }: FindingTableProps) {
  const formatMemberName = useMemberNames();
  const columns: ReadonlyArray<Column<ListedFinding>> = [
    {
      key: "title",
      header: "Finding",
      isLongText: true,
      isTitle: true,
      cell: (finding, _, hiddenKeys) => {
        const { id, key, assignee_id, project_id } = finding;
        const context = [
          hiddenKeys.has("assignee") && assignee_id && formatMemberName(assignee_id),
          hiddenKeys.has("project") && projects.length > 1 && findProjectName(projects, project_id),
        ];
        return (
          <span className="grid gap-1">
            <FindingLink finding={finding} />
            <span className="flex flex-wrap items-center gap-x-3 font-normal text-13 text-muted">
              <span className="whitespace-nowrap font-mono">{key}</span>
              {context.filter(Boolean).join(" · ")}
              {unreadIds?.has(id) && <Tag>Unread</Tag>}
            </span>
          </span>
        );
      },
    },
    { key: "severity", header: "Severity", cell: ({ severity }) => <SeverityBadge severity={severity} /> },
    {
      key: "state",
      header: "Status",
      cell: ({ id, state }) => (
        <span className="grid justify-items-start gap-1">
          <StateBadges state={state} retest={retests?.get(id)} />
        </span>
      ),
    },
    {
      key: "due",
      header: "Deadline",
      cell: (finding) => (
        <span className="grid gap-0.5">
          <span className="tabular whitespace-nowrap">
            {formatDate(isOpenState(finding.state) ? finding.due_on : null)}
          </span>
          <DeadlineBadge finding={finding} today={today} />
        </span>
      ),
    },
    {
      key: "assignee",
      header: "Assignee",
      minWidth: 780,
      cell: ({ assignee_id }) =>
        assignee_id ? formatMemberName(assignee_id) : <span className="text-muted">—</span>,
    },
    {
      key: "project",
      header: "Project",
      minWidth: 900,
      cell: ({ project_id }) => findProjectName(projects, project_id) ?? "—",
    },
  ];
  return <Table label="Findings" layout="table" columns={columns} rows={findings} rowKey={({ id }) => id} />;
}
