import type { ListedFinding } from "#app/api/admin/findings.ts";
import { SeverityBadge } from "#app/components/findings/severity-badge.tsx";
import { DeadlineBadge, StateBadge } from "#app/components/findings/state-badge.tsx";
import { TimeStamp } from "#app/components/findings/time-stamp.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { isOpenState } from "#domain/findings/finding-state.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { CardDetail, RecordCard } from "../lists/record-card.tsx";
import { RecordName } from "../lists/record-name.tsx";
import { FINDINGS_PATH, projectPath } from "../shell/admin-pages.ts";

/** A finding on a narrow screen. */
export function FindingCard({ finding }: { finding: ListedFinding }) {
  const { id, key, title, severity, state, due_on: dueOn, projects } = finding;
  const { client_id: clientId, project_id: projectId } = finding;
  return (
    <RecordCard
      title={<RecordName to={`${FINDINGS_PATH}/${id}`} name={title} />}
      owner={
        <>
          <span className="block">
            <RecordName to={projectPath(projectId)} name={projects.project_name} />
          </span>
          <RecordName to={`/admin/clients/${clientId}`} name={projects.clients.company} />
        </>
      }
      status={
        <>
          <SeverityBadge severity={severity} />
          <StateBadge state={state} />
        </>
      }
    >
      <CardDetail value={key ? <span className="font-mono">{key}</span> : null} />
      <CardDetail
        label="Deadline"
        value={dueOn && isOpenState(state) ? <Deadline finding={finding} /> : null}
      />
      <CardDetail label="Created" value={<TimeStamp at={finding.created_at} />} />
    </RecordCard>
  );
}

function Deadline({ finding }: { finding: ListedFinding }) {
  return (
    <>
      {formatDate(finding.due_on)}
      <span className="ml-2">
        <DeadlineBadge finding={finding} today={firmToday(new Date())} />
      </span>
    </>
  );
}
