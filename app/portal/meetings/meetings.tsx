import { useQuery } from "@tanstack/react-query";
import { ownBookingsQuery } from "#app/api/portal/bookings.ts";
import { downloadFile } from "#app/components/download-file.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { CalendarClock, Download } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { brand } from "#brand";
import { formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import { formatCalendarFile, listUpcomingMeetings, type Meeting } from "#domain/bookings/meeting.ts";
import { useCurrentClient } from "../current-client.ts";
import { sectionUrl } from "../section-url.ts";

/** Section with upcoming meetings, which are approved bookings with a time in the future. */
export function Meetings() {
  const { id } = useCurrentClient();
  const bookings = useQuery(ownBookingsQuery(id));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <>
      <PageHeader title="Upcoming Meetings" subtitle={`Times in ${timeZoneLabel(timeZone)}`} />
      <Loaded
        query={bookings}
        errorMessage="We couldn't load your meetings."
        loading={<Loading text="Loading meetings..." />}
      >
        {(list) => {
          const meetings = listUpcomingMeetings(list, new Date());
          return meetings.length === 0 ? (
            <EmptyState
              icon={<CalendarClock className="size-6" />}
              title="No upcoming meetings"
              hint="Meetings appear here after we confirm a time for your booking."
              action={<ButtonLink to={sectionUrl("book-service")}>Book New Service</ButtonLink>}
            />
          ) : (
            <ul className="max-w-3xl divide-y divide-line rounded-medium border border-line bg-surface">
              {meetings.map((meeting) => (
                <li
                  key={meeting.id}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-4 sm:px-5"
                >
                  <MeetingLine meeting={meeting} timeZone={timeZone} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </>
  );
}

/** Returns "Eastern Time (New York)" for "America/New_York". */
function timeZoneLabel(timeZone: string): string {
  const city = timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
  const name = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longGeneric" })
    .formatToParts()
    .find(({ type }) => type === "timeZoneName")?.value;
  return name ? `${name} (${city})` : city;
}

function MeetingLine({ meeting, timeZone }: { meeting: Meeting; timeZone: string }) {
  const time = formatMeetingTime(new Date(meeting.scheduled_at), timeZone);
  return (
    <>
      <div className="min-w-0">
        <h2 className="font-medium text-16">{meeting.service_type}</h2>
        <p className="tabular text-14 text-muted">
          <time dateTime={meeting.scheduled_at}>{time}</time>
        </p>
      </div>
      <Button
        icon={<Download aria-hidden="true" className="size-4" />}
        aria-label={`Add to calendar: ${meeting.service_type}, ${time}`}
        onClick={() =>
          downloadFile(
            `meeting-${meeting.scheduled_at.slice(0, 10)}.ics`,
            new Blob([formatCalendarFile(meeting, brand, new Date())], {
              type: "text/calendar;charset=utf-8",
            }),
          )
        }
      >
        Add to calendar
      </Button>
    </>
  );
}
