import { useQuery } from "@tanstack/react-query";
import { CalendarClock, Download } from "lucide-react";
import { ownBookings } from "#app/api/bookings.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { saveFile } from "#app/components/save-file.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { brand } from "#brand";
import { calendarFile, type Meeting, upcomingMeetings } from "#domain/meeting.ts";
import { useCurrentClient } from "../current-client.ts";
import { sectionAddress } from "../section-address.ts";

/** The approved bookings with a time ahead. */
export function Meetings() {
  const { id } = useCurrentClient();
  const bookings = useQuery(ownBookings(id));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <>
      <PageHead title="Upcoming Meetings" context={`Times are those of ${timeZone.replaceAll("_", " ")}`} />
      <Loaded
        query={bookings}
        failed="Your meetings could not be loaded."
        loading={<Loading text="Loading meetings..." />}
      >
        {(list) => {
          const meetings = upcomingMeetings(list, new Date());
          return meetings.length === 0 ? (
            <EmptyState
              icon={<CalendarClock className="size-6" />}
              title="No upcoming meetings"
              hint="A meeting appears here once a booking of yours is approved with a time."
              action={<ButtonLink to={sectionAddress("book-service")}>Book New Service</ButtonLink>}
            />
          ) : (
            <ul className="max-w-3xl divide-y divide-line rounded-medium border border-line bg-surface">
              {meetings.map((meeting) => (
                <li
                  key={meeting.id}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-4 sm:px-5"
                >
                  <MeetingLine meeting={meeting} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </>
  );
}

function MeetingLine({ meeting }: { meeting: Meeting }) {
  const time = new Date(meeting.scheduled_at).toLocaleString("en-US", {
    dateStyle: "full",
    timeStyle: "short",
  });
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
          saveFile(
            `meeting-${meeting.scheduled_at.slice(0, 10)}.ics`,
            new Blob([calendarFile(meeting, brand, new Date())], { type: "text/calendar;charset=utf-8" }),
          )
        }
      >
        Add to calendar
      </Button>
    </>
  );
}
