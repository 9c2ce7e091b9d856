import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { ownDocumentCountQuery } from "#app/api/portal/documents.ts";
import { unreadMessageCountQuery } from "#app/api/portal/messages.ts";
import { ownProjectsQuery } from "#app/api/portal/projects.ts";
import { type Loadable, Loaded } from "#app/components/loaded.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { listUpcomingMeetings } from "#domain/bookings/meeting.ts";
import { isActiveProject } from "#domain/projects/project.ts";
import { useCurrentClient, useHasPermission } from "../current-client.ts";
import { useOwnMeetings } from "../meetings/use-own-meetings.ts";
import { type SectionId, sectionUrl } from "../section-url.ts";

/** Numbers that link to their sections: rows in two columns on phones, cards on wider screens. */
export function StatCards() {
  const { id } = useCurrentClient();
  const documents = useQuery(ownDocumentCountQuery(id));
  const projects = useQuery(ownProjectsQuery(id));
  const meetings = useOwnMeetings();
  const canReadMessages = useHasPermission("messages");
  const unread = useQuery({ ...unreadMessageCountQuery(id), enabled: canReadMessages });
  return (
    <div className="grid grid-cols-2 gap-2 sm:gap-4 md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
      <Stat query={documents} noun="documents">
        {(count) => <Card label="Documents" value={count} caption="In your library" section="documents" />}
      </Stat>
      <Stat query={projects} noun="projects">
        {(list) => (
          <Card
            label="Active Projects"
            value={list.filter(isActiveProject).length}
            caption="In progress or on hold"
            section="projects"
          />
        )}
      </Stat>
      <Stat query={meetings} noun="meetings">
        {(list) => (
          <Card
            label="Upcoming Meetings"
            value={listUpcomingMeetings(list, new Date()).length}
            caption="Scheduled"
            section="meetings"
          />
        )}
      </Stat>
      {canReadMessages && (
        <Stat query={unread} noun="messages">
          {(count) => <Card label="Messages" value={count} caption="Unread" section="messages" />}
        </Stat>
      )}
    </div>
  );
}

type CardProps = { label: string; value: number; caption: string; section: SectionId };

function Card({ label, value, caption, section }: CardProps) {
  return (
    <Link
      to={sectionUrl(section)}
      className="flex h-full min-h-12 items-center justify-between gap-2 rounded-medium border border-line bg-surface px-3 py-2 transition-colors hover:border-edge hover:bg-raised sm:p-4"
    >
      <span>
        <span className="block text-14 max-sm:text-13">{label}</span>
        <span className="block text-13 text-faint max-xl:sr-only">{caption}</span>
      </span>
      <span className="tabular font-semibold text-18 sm:text-22">{value}</span>
    </Link>
  );
}

type StatProps<Data> = { query: Loadable<Data>; noun: string; children: (data: Data) => ReactNode };

function Stat<Data>({ query, noun, children }: StatProps<Data>) {
  return (
    <Loaded
      query={query}
      errorMessage={`We couldn't load your ${noun}.`}
      isSmall
      loading={<Skeleton className="h-12 sm:h-19" />}
    >
      {children}
    </Loaded>
  );
}
