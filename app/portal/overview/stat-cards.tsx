import { useQuery } from "@tanstack/react-query";
import { CalendarClock, FileText, FolderKanban, Mail } from "lucide-react";
import type { ReactNode } from "react";
import { type Loadable, Loaded } from "#app/components/loaded.tsx";
import { ownBookings } from "#app/data/bookings.ts";
import { ownDocumentCount } from "#app/data/documents.ts";
import { ownProjects } from "#app/data/projects.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { StatCard } from "#app/ui/stat-card.tsx";
import { isUpcomingMeeting } from "#domain/booking.ts";
import { isActiveProject } from "#domain/project.ts";
import { useCurrentClient } from "../current-client.ts";
import { sectionAddress } from "../section-address.ts";

/** There is no thread of messages yet, so none can be unread. */
const UNREAD_MESSAGES = 0;

export function StatCards() {
  const { id } = useCurrentClient();
  const documents = useQuery(ownDocumentCount(id));
  const projects = useQuery(ownProjects(id));
  const bookings = useQuery(ownBookings(id));
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
        {(list) => (
          <StatCard
            label="Upcoming Meetings"
            value={list.filter((booking) => isUpcomingMeeting(booking, new Date())).length}
            meaning="Approved and ahead"
            icon={<CalendarClock className={icon} />}
          />
        )}
      </Stat>
      <StatCard label="Messages" value={UNREAD_MESSAGES} meaning="Unread" icon={<Mail className={icon} />} />
    </div>
  );
}

type StatProps<Data> = { query: Loadable<Data>; what: string; children: (data: Data) => ReactNode };

function Stat<Data>({ query, what, children }: StatProps<Data>) {
  return (
    <Loaded
      query={query}
      failed={`Your ${what} could not be counted.`}
      loading={<Skeleton className="h-28" />}
    >
      {children}
    </Loaded>
  );
}
