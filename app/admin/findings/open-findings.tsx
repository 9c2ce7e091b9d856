import { Link } from "react-router";
import { SeverityBadge } from "#app/components/findings/severity-badge.tsx";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { countOpen } from "#domain/findings/finding-filter.ts";
import { summarizeOpenFindings } from "#domain/findings/open-summary.ts";
import { SEVERITIES, type Severity } from "#domain/findings/severity.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { RETESTS_PATH } from "../shell/admin-pages.ts";

type OpenFindingsProps = {
  findings: readonly { severity: Severity; state: string; due_on: CalendarDate | null }[];
  /** The retests that the client requested. */
  retests: readonly { id: string; number: number }[];
};

/** The numbers of open and overdue findings of a project, the open ones by severity, and links to requested retests. */
export function OpenFindings({ findings, retests }: OpenFindingsProps) {
  const { openCount, overdueCount } = summarizeOpenFindings(findings, firmToday(new Date()));
  const counts = countOpen(findings);
  return (
    <>
      <p className="tabular text-13 text-muted">
        {openCount} open
        {overdueCount > 0 && <span className="text-negative">{` · ${overdueCount} overdue`}</span>}
      </p>
      {openCount > 0 && (
        <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
          {SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) => (
            <SeverityBadge key={severity} severity={severity} label={`${counts[severity]} ${severity}`} />
          ))}
        </p>
      )}
      {retests.map(({ id, number }) => (
        <Link
          key={id}
          to={`${RETESTS_PATH}/${id}`}
          className="mt-1 block w-fit rounded-small text-13 text-muted hover:text-accent hover:underline"
        >
          Retest {number} requested
        </Link>
      ))}
    </>
  );
}
