import { useQuery } from "@tanstack/react-query";
import { ownDocumentsQuery } from "#app/api/portal/documents.ts";
import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { type OwnProject, ownProjectsQuery, ownStatusChangesQuery } from "#app/api/portal/projects.ts";
import type { ProjectMilestone } from "#app/api/shared/proposals.ts";
import { combineQueries, Loaded } from "#app/components/loaded.tsx";
import { Timeline } from "#app/components/timeline.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { listClientEvents } from "#domain/projects/client-events.ts";
import { buildProjectTimeline, type TimelineEvent } from "#domain/projects/project-timeline.ts";
import { useCurrentClient } from "../current-client.ts";
import { useOwnMeetings } from "../meetings/use-own-meetings.ts";
import { sectionUrl } from "../section-url.ts";

type OwnTimelineProps = {
  id: string;
  project: OwnProject;
  milestones: readonly ProjectMilestone[];
  invoices: readonly OwnInvoice[];
};

/** Project timeline. Loads the status history, meetings and documents when it opens. */
export function OwnTimeline({ id, project, milestones, invoices }: OwnTimelineProps) {
  const { id: clientId } = useCurrentClient();
  const statuses = useQuery(ownStatusChangesQuery(project.id));
  const { data: projects = [] } = useQuery(ownProjectsQuery(clientId));
  const shared = combineQueries(useOwnMeetings(), useQuery(ownDocumentsQuery(clientId)));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <div id={id}>
      <Loaded
        query={combineQueries(statuses, shared)}
        errorMessage="We couldn't load the timeline."
        loading={<Loading text="Loading timeline..." rows={2} />}
      >
        {([changes, [meetings, documents]]) => (
          <Timeline
            hasColumns
            label={`Timeline for ${project.project_name}`}
            getUrl={getEventUrl}
            events={buildProjectTimeline(project, invoices, {
              statuses: changes,
              milestones,
              clientEvents: listClientEvents(project, projects, { meetings, documents, timeZone }),
              today: dateInTimeZone(new Date(), timeZone),
              timeZone,
            })}
          />
        )}
      </Loaded>
    </div>
  );
}

function getEventUrl({ invoice, kind }: TimelineEvent): string | null {
  if (invoice) {
    return sectionUrl("billing", { invoice: invoice.id });
  }
  switch (kind) {
    case "document":
      return sectionUrl("documents");
    case "meeting":
      return sectionUrl("meetings");
    default:
      return null;
  }
}
