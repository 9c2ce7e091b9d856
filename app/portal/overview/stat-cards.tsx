import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ownDocumentCountQuery } from "#app/api/portal/documents.ts";
import { unreadMessageCountQuery } from "#app/api/portal/messages.ts";
import { ownProjectsQuery } from "#app/api/portal/projects.ts";
import { type Loadable, Loaded } from "#app/components/loaded.tsx";
import { StatCard } from "#app/ui/data-display/stat-card.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { CalendarClock, FileText, FolderKanban, Mail } from "#app/ui/icons.tsx";
import { listUpcomingMeetings, type Meeting } from "#domain/bookings/meeting.ts";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { isActiveProject } from "#domain/projects/project.ts";
import { useCurrentClient, useHasPermission } from "../current-client.ts";
import { useOwnMeetings } from "../meetings/use-own-meetings.ts";
import { sectionUrl } from "../section-url.ts";

export function StatCards() {
  const { id } = useCurrentClient();
  const documents = useQuery(ownDocumentCountQuery(id));
  const projects = useQuery(ownProjectsQuery(id));
  const meetings = useOwnMeetings();
  const canReadMessages = useHasPermission("messages");
  const unread = useQuery({ ...unreadMessageCountQuery(id), enabled: canReadMessages });
  const iconClasses = "size-4";
  return (
    <div className="grid grid-cols-2 gap-4 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
      <Stat query={documents} noun="documents">
        {(count) => (
          <StatCard
            label="Documents"
            value={count}
            caption="In your library"
            icon={<FileText className={iconClasses} />}
            to={sectionUrl("documents")}
          />
        )}
      </Stat>
      <Stat query={projects} noun="projects">
        {(list) => (
          <StatCard
            label="Active Projects"
            value={list.filter(isActiveProject).length}
            caption="In progress or on hold"
            icon={<FolderKanban className={iconClasses} />}
            to={sectionUrl("projects")}
          />
        )}
      </Stat>
      <Stat query={meetings} noun="meetings">
        {(list) => <MeetingsCard meetings={listUpcomingMeetings(list, new Date())} />}
      </Stat>
      {canReadMessages && (
        <Stat query={unread} noun="messages">
          {(count) => (
            <StatCard
              label="Messages"
              value={count}
              caption="Unread"
              icon={<Mail className={iconClasses} />}
              to={sectionUrl("messages")}
            />
          )}
        </Stat>
      )}
    </div>
  );
}

function MeetingsCard({ meetings }: { meetings: readonly Meeting[] }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const [next] = meetings;
  return (
    <StatCard
      label="Upcoming Meetings"
      value={meetings.length}
      caption={next ? `Next on ${formatInstantDate(next.scheduled_at, timeZone)}` : "None scheduled"}
      icon={<CalendarClock className="size-4" />}
      to={sectionUrl("meetings")}
    />
  );
}

type StatProps<Data> = { query: Loadable<Data>; noun: string; children: (data: Data) => ReactNode };

function Stat<Data>({ query, noun, children }: StatProps<Data>) {
  return (
    <Loaded
      query={query}
      errorMessage={`We couldn't load your ${noun}.`}
      isSmall
      loading={<Skeleton className="h-28" />}
    >
      {children}
    </Loaded>
  );
}
