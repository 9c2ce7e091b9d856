import type { ListedFinding } from "#app/api/admin/findings.ts";
import { SeverityBadge } from "#app/components/findings/severity-badge.tsx";
import { DeadlineBadge, StateBadge } from "#app/components/findings/state-badge.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { isOpenState } from "#domain/findings/finding-state.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { CardDetail, RecordCard } from "../lists/record-card.tsx";
import { RecordName } from "../lists/record-name.tsx";
import { FINDINGS_PATH, projectPath } from "../shell/admin-pages.ts";

/** A finding on a narrow screen. */
export function FindingCard({ finding }: { finding: ListedFinding }) {
  const { id, key, title, severity, state, due_on: dueOn } = finding;
  return (
    <RecordCard
      title={<RecordName to={`${FINDINGS_PATH}/${id}`} name={title} />}
      owner={<FindingProject finding={finding} />}
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
    </RecordCard>
  );
}

/** Links to the project and the client of a finding, in one line. */
function FindingProject({ finding }: { finding: ListedFinding }) {
  const { projects, project_id: projectId, client_id: clientId } = finding;
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <RecordName to={projectPath(projectId)} name={projects.project_name} />
      <span aria-hidden="true">·</span>
      <RecordName to={`/admin/clients/${clientId}`} name={projects.clients.company} />
    </span>
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
