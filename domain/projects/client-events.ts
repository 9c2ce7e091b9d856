import { groupBy } from "#domain/collections/group-by.ts";
import { type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";
import type { ProjectStatus } from "#domain/projects/project.ts";
import type { TimelineEvent } from "#domain/projects/project-timeline.ts";
import { formatCount } from "#domain/text/pluralize.ts";

type ProjectPeriod = {
  id: string;
  status: ProjectStatus;
  start_date: CalendarDate;
  target_completion_date: CalendarDate | null;
};
type TimelineMeeting = { status: string; service_type: string; scheduled_at: Instant | null };
type TimelineDocument = { name: string; uploaded_at: Instant };

type ClientEvents = {
  meetings: readonly TimelineMeeting[];
  documents: readonly TimelineDocument[];
  timeZone: string;
};

/**
 * The client's meetings and documents that a project's timeline shows. They are stored for the client, not for a project,
 * so those on days on which another project was running too are omitted. Documents that were shared on one day are one
 * event.
 */
export function listClientEvents(
  project: ProjectPeriod,
  projects: readonly ProjectPeriod[],
  { meetings, documents, timeZone }: ClientEvents,
): TimelineEvent[] {
  const isOnlyProject = (date: CalendarDate) =>
    isRunningOn(project, date) &&
    !projects.some((other) => other.id !== project.id && isRunningOn(other, date));
  const toDate = (time: Instant) => dateInTimeZone(new Date(time), timeZone);
  const documentsByDay = groupBy(documents, ({ uploaded_at }) => toDate(uploaded_at));
  const events: TimelineEvent[] = [
    ...meetings.flatMap(({ status, service_type, scheduled_at }) =>
      scheduled_at && (status === "approved" || status === "completed")
        ? [toEvent("meeting", toDate(scheduled_at), `Meeting: ${service_type}`)]
        : [],
    ),
    ...[...documentsByDay].map(([date, shared]) => toEvent("document", date, describeDocuments(shared))),
  ];
  return events.filter(({ date }) => isOnlyProject(date));
}

/** A project that is finished or canceled ends at its target date. All others have no end, even after this date. */
function isRunningOn(
  { status, start_date, target_completion_date }: ProjectPeriod,
  date: CalendarDate,
): boolean {
  const hasEnded = status === "completed" || status === "cancelled";
  const end = hasEnded ? target_completion_date : null;
  return date >= start_date && (end === null || date <= end);
}

function toEvent(kind: "meeting" | "document", date: CalendarDate, title: string): TimelineEvent {
  return { date, kind, title, cents: null };
}

function describeDocuments(shared: readonly TimelineDocument[]): string {
  const [only, ...others] = shared;
  return only && others.length === 0
    ? `Document shared: ${only.name}`
    : `${formatCount(shared.length, "document")} shared`;
}
