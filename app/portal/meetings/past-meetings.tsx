import { useState } from "react";
import type { OwnMeeting } from "#app/api/portal/bookings.ts";
import { ExpandButton } from "#app/ui/expand-button.tsx";
import type { Meeting } from "#domain/bookings/meeting.ts";
import { formatDateTime } from "#domain/dates/date-time.ts";

/** Meetings beyond this number are collapsed. */
const VISIBLE_MEETINGS = 5;

export type PastMeetingsProps = {
  /** Newest first. */
  meetings: ReadonlyArray<OwnMeeting & Meeting>;
  timeZone: string;
};

/** Meetings that have ended. */
export function PastMeetings({ meetings, timeZone }: PastMeetingsProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  return (
    <section aria-labelledby="past-meetings" className="mt-8 max-w-3xl">
      <h2 id="past-meetings" className="mb-3 text-18">
        Past meetings
      </h2>
      <ul className="divide-y divide-line rounded-medium border border-line bg-surface">
        {meetings.slice(0, isExpanded ? undefined : VISIBLE_MEETINGS).map((meeting) => (
          <li
            key={meeting.id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4 py-3 text-14 sm:px-5"
          >
            <h3 className="wrap-break-word min-w-0 font-medium">{meeting.service_type}</h3>
            <p className="tabular text-13 text-muted">
              <time dateTime={meeting.scheduled_at}>
                {formatDateTime(new Date(meeting.scheduled_at), timeZone)}
              </time>
              {` · ${meeting.meeting_minutes} minutes`}
              {meeting.host_name && ` · With ${meeting.host_name}`}
            </p>
          </li>
        ))}
      </ul>
      {meetings.length > VISIBLE_MEETINGS && (
        <ExpandButton className="mt-2" isExpanded={isExpanded} onChange={setIsExpanded}>
          {isExpanded ? "Show fewer meetings" : `Show all ${meetings.length} meetings`}
        </ExpandButton>
      )}
    </section>
  );
}
