import { Link } from "react-router";
import type { ListedFinding } from "#app/api/admin/findings.ts";
import { SeverityBadge } from "#app/components/findings/severity-badge.tsx";
import { DeadlineBadge, StateBadges } from "#app/components/findings/state-badge.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { deadlineBadge } from "#domain/findings/deadline.ts";
import { isOpenState } from "#domain/findings/finding-state.ts";
import { activeRetestStatus } from "#domain/findings/retest.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { CardDetail, RecordCard } from "../lists/record-card.tsx";
import { RecordName } from "../lists/record-name.tsx";
import { FINDINGS_PATH, projectPath } from "../shell/admin-pages.ts";

/** A finding on a narrow screen. */
export function FindingCard({ finding }: { finding: ListedFinding }) {
  const { id, title, severity, state, retest_findings: retests } = finding;
  return (
    <RecordCard
      title={<RecordName to={`${FINDINGS_PATH}/${id}`} name={title} />}
      owner={<FindingContext finding={finding} />}
      status={
        <>
          <SeverityBadge severity={severity} />
          <StateBadges state={state} retest={activeRetestStatus(retests)} />
          <Deadline finding={finding} />
        </>
      }
    />
  );
}

const LINK_CLASSES = "wrap-anywhere inline-block min-h-6 rounded-small hover:text-accent hover:underline";

const SEPARATOR = <span aria-hidden="true"> · </span>;

/** The key, the project and the client of a finding. */
function FindingContext({ finding }: { finding: ListedFinding }) {
  const { key, projects, project_id: projectId, client_id: clientId } = finding;
  return (
    <span className="block text-13">
      {key && (
        <>
          <span className="font-mono">{key}</span>
          {SEPARATOR}
        </>
      )}
      <Link to={projectPath(projectId)} className={LINK_CLASSES}>
        {projects.project_name}
      </Link>
      {SEPARATOR}
      <Link to={`/admin/clients/${clientId}`} className={LINK_CLASSES}>
        {projects.clients.company}
      </Link>
    </span>
  );
}

/** The days until or since the deadline, or otherwise its date. Renders nothing without a deadline. */
function Deadline({ finding }: { finding: ListedFinding }) {
  const { state, due_on: dueOn } = finding;
  if (dueOn === null || !isOpenState(state)) {
    return null;
  }
  const today = firmToday(new Date());
  return deadlineBadge({ state, dueOn }, today) ? (
    <DeadlineBadge finding={finding} today={today} />
  ) : (
    <CardDetail label="Due" value={formatDate(dueOn)} />
  );
}
