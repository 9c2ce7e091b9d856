import { Link } from "react-router";
import type { ListedFinding } from "#app/api/portal/findings.ts";
import { SeverityBadge } from "#app/components/findings/severity-badge.tsx";
import { DeadlineBadge, StateBadge } from "#app/components/findings/state-badge.tsx";
import { type Column, Table } from "#app/ui/data-display/table.tsx";
import { Tag } from "#app/ui/feedback/badge.tsx";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { isOpenState } from "#domain/findings/finding-state.ts";
import { sectionUrl } from "../section-url.ts";
import { useMemberNames } from "../use-member-names.ts";

type FindingTableProps = {
  findings: readonly ListedFinding[];
  projects: readonly { id: string; project_name: string }[];
  /** Undefined until loaded. */
  unreadIds: ReadonlySet<string> | undefined;
  today: CalendarDate;
};

export function FindingTable({ findings, projects, unreadIds, today }: FindingTableProps) {
  const formatMemberName = useMemberNames();
  const columns: ReadonlyArray<Column<ListedFinding>> = [
    {
      key: "title",
      header: "Finding",
      isLongText: true,
      isTitle: true,
      cell: ({ id, key, title }) => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to={sectionUrl("findings", { finding: id })}
            className="wrap-anywhere rounded-small hover:text-accent hover:underline"
          >
            {title}
          </Link>
          <span className="whitespace-nowrap font-mono text-13 text-muted">{key}</span>
          {unreadIds?.has(id) && <Tag>Unread</Tag>}
        </span>
      ),
    },
    { key: "severity", header: "Severity", cell: ({ severity }) => <SeverityBadge severity={severity} /> },
    { key: "state", header: "Status", cell: ({ state }) => <StateBadge state={state} /> },
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
      cell: ({ assignee_id }) =>
        assignee_id ? formatMemberName(assignee_id) : <span className="text-muted">—</span>,
    },
    {
      key: "project",
      header: "Project",
      cell: ({ project_id }) => projects.find(({ id }) => id === project_id)?.project_name ?? "—",
    },
  ];
  return (
    <Table label="Findings" columns={columns} rows={findings} rowKey={({ id }) => id} cardsBelow={900} />
  );
}
