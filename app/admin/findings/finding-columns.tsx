import type { ListedFinding } from "#app/api/admin/findings.ts";
import { SeverityBadge } from "#app/components/findings/severity-badge.tsx";
import { DeadlineBadge, StateBadges } from "#app/components/findings/state-badge.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { isOpenState } from "#domain/findings/finding-state.ts";
import { activeRetestStatus } from "#domain/findings/retest.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { RecordName } from "../lists/record-name.tsx";
import { AGE_ORDERS, DATE_ORDERS, type ListColumn } from "../lists/sortable-columns.tsx";
import { FINDINGS_PATH, projectPath } from "../shell/admin-pages.ts";

export const FINDING_COLUMNS: ReadonlyArray<ListColumn<ListedFinding>> = [
  {
    key: "title",
    header: "Finding",
    sort: "key",
    isLongText: true,
    isTitle: true,
    cell: ({ id, key, title, projects, project_id }, _, hiddenKeys) => (
      <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <RecordName to={`${FINDINGS_PATH}/${id}`} name={title} />
        {key && <span className="whitespace-nowrap font-mono text-13 text-muted">{key}</span>}
        {hiddenKeys.has("project") && (
          <span className="font-normal text-13 text-muted">
            <RecordName to={projectPath(project_id)} name={projects.project_name} />
          </span>
        )}
      </span>
    ),
  },
  {
    key: "severity",
    header: "Severity",
    sort: "severity_rank",
    sortOrders: ["most severe first", "least severe first"],
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    key: "state",
    header: "Status",
    sort: "state",
    cell: ({ state, retest_findings: retests }) => (
      <span className="grid justify-items-start gap-1">
        <StateBadges state={state} retest={activeRetestStatus(retests)} />
      </span>
    ),
  },
  {
    key: "due",
    header: "Deadline",
    sort: "due_on",
    sortOrders: DATE_ORDERS,
    cell: (finding) => (
      <span className="block">
        <span className="tabular block whitespace-nowrap">
          {formatDate(isOpenState(finding.state) ? finding.due_on : null)}
        </span>
        <DeadlineBadge finding={finding} today={firmToday(new Date())} />
      </span>
    ),
  },
  {
    key: "project",
    header: "Project",
    minWidth: 860,
    cell: ({ projects, project_id, client_id }) => (
      <span className="block">
        <RecordName to={projectPath(project_id)} name={projects.project_name} />
        <span className="block text-13 text-muted">
          <RecordName to={`/admin/clients/${client_id}`} name={projects.clients.company} />
        </span>
      </span>
    ),
  },
  {
    key: "created",
    header: "Created",
    sort: "created_at",
    sortOrders: AGE_ORDERS,
    minWidth: 1000,
    cell: ({ created_at }) => (
      <span className="tabular whitespace-nowrap">
        {formatInstantDate(created_at, Intl.DateTimeFormat().resolvedOptions().timeZone)}
      </span>
    ),
  },
];
