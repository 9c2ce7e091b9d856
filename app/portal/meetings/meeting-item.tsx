import type { OwnMeeting } from "#app/api/portal/bookings.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ExternalLink } from "#app/ui/icons.tsx";
import { isUpcomingMeeting } from "#domain/bookings/booking.ts";
import { formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import { canJoinMeeting, type Meeting } from "#domain/bookings/meeting.ts";
import { phoneUrl } from "#domain/text/phone-url.ts";
import { CalendarButton } from "./calendar-button.tsx";
import { MeetingMenu } from "./meeting-menu.tsx";

type MeetingItemProps = {
  meeting: OwnMeeting & Meeting;
  now: Date;
  timeZone: string;
  /** Whether the signed-in user can join, reschedule and cancel meetings. */
  canChange: boolean;
  /** Whether the user can reschedule meetings without approval. */
  canPickTimes: boolean;
  onMove: () => void;
};

/** A meeting that has not ended. Join meeting is shown from 15 minutes before the start. */
export function MeetingItem({ meeting, now, timeZone, canChange, canPickTimes, onMove }: MeetingItemProps) {
  const time = formatMeetingTime(new Date(meeting.scheduled_at), timeZone);
  const label = `${meeting.service_type}, ${time}`;
  const isUpcoming = isUpcomingMeeting(meeting, now);
  const joinUrl = canJoinMeeting(meeting, now) ? meeting.meeting_url : null;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-4 py-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="wrap-break-word font-medium text-16">{meeting.service_type}</h2>
        <p className="tabular text-14 text-muted">
          <time dateTime={meeting.scheduled_at}>{time}</time>
        </p>
        <p className="wrap-break-word text-14 text-muted">
          {`${meeting.meeting_minutes} minutes`}
          {meeting.host_name && ` · With ${meeting.host_name}`}
          {canChange && !joinUrl && <MeetingPlace meeting={meeting} />}
        </p>
        {!isUpcoming && <p className="mt-1 text-13">In progress</p>}
        {isUpcoming && meeting.proposed_at && (
          <p className="mt-1 text-13 text-muted">
            You proposed {formatMeetingTime(new Date(meeting.proposed_at), timeZone)}. We'll reply within 24
            hours.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:flex-row-reverse max-sm:justify-end">
        {isUpcoming && canChange && (
          <MeetingMenu meeting={meeting} label={label} canPickTimes={canPickTimes} onMove={onMove} />
        )}
        {isUpcoming && <CalendarButton meeting={meeting} label={label} />}
        {joinUrl && (
          <ButtonLink
            to={joinUrl}
            tone="primary"
            icon={<ExternalLink aria-hidden="true" className="size-4" />}
            aria-label={`Join meeting: ${label}`}
          >
            Join meeting
          </ButtonLink>
        )}
      </div>
    </li>
  );
}

/** How to join, unless a button joins the meeting. */
function MeetingPlace({ meeting: { host_phone: phone, meeting_url: url } }: { meeting: OwnMeeting }) {
  if (url) {
    return " · You can join 15 minutes before the start.";
  }
  return phone ? (
    <>
      {" · By phone: call "}
      <a
        href={phoneUrl(phone)}
        className="tabular whitespace-nowrap text-accent underline underline-offset-4"
      >
        {phone}
      </a>
    </>
  ) : (
    " · We'll send the link before the meeting."
  );
}
