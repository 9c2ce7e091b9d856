import { useQuery } from "@tanstack/react-query";
import { CalendarClock, FileText, FolderKanban, Mail } from "lucide-react";
import type { ReactNode } from "react";
import { ownBookings } from "#app/api/bookings.ts";
import { ownDocumentCount } from "#app/api/documents.ts";
import { unreadMessageCount } from "#app/api/messages.ts";
import { ownProjects } from "#app/api/projects.ts";
import { type Loadable, Loaded } from "#app/components/loaded.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { StatCard } from "#app/ui/stat-card.tsx";
import { type Meeting, upcomingMeetings } from "#domain/meeting.ts";
import { isActiveProject } from "#domain/project.ts";
import { formatDay } from "#domain/relative-time.ts";
import { useCurrentClient } from "../current-client.ts";
import { sectionAddress } from "../section-address.ts";

export function StatCards() {
  const { id } = useCurrentClient();
  const documents = useQuery(ownDocumentCount(id));
  const projects = useQuery(ownProjects(id));
  const bookings = useQuery(ownBookings(id));
  const unread = useQuery(unreadMessageCount(id));
  const icon = "size-4";
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Stat query={documents} what="documents">
        {(count) => (
          <StatCard
            label="Documents"
            value={count}
            meaning="In your library"
            icon={<FileText className={icon} />}
            to={sectionAddress("documents")}
          />
        )}
      </Stat>
      <Stat query={projects} what="projects">
        {(list) => (
          <StatCard
            label="Active Projects"
            value={list.filter(isActiveProject).length}
            meaning="In progress or on hold"
            icon={<FolderKanban className={icon} />}
            to={sectionAddress("projects")}
          />
        )}
      </Stat>
      <Stat query={bookings} what="meetings">
        {(list) => <MeetingsCard meetings={upcomingMeetings(list, new Date())} />}
      </Stat>
      <Stat query={unread} what="messages">
        {(count) => (
          <StatCard
            label="Messages"
            value={count}
            meaning="Unread"
            icon={<Mail className={icon} />}
            to={sectionAddress("messages")}
          />
        )}
      </Stat>
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
      meaning={next ? `Next on ${formatDay(next.scheduled_at, timeZone)}` : "Approved and ahead"}
      icon={<CalendarClock className="size-4" />}
      to={sectionAddress("meetings")}
    />
  );
}

type StatProps<Data> = { query: Loadable<Data>; what: string; children: (data: Data) => ReactNode };

function Stat<Data>({ query, what, children }: StatProps<Data>) {
  return (
    <Loaded
      query={query}
      failed={`Your ${what} could not be counted.`}
      isSmall
      loading={<Skeleton className="h-28" />}
    >
      {children}
    </Loaded>
  );
}
