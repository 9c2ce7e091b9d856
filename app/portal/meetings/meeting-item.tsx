import type { OwnMeeting } from "#app/api/portal/bookings.ts";
import { downloadFile } from "#app/components/download-file.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Download, ExternalLink } from "#app/ui/icons.tsx";
import { brand } from "#brand";
import { isUpcomingMeeting } from "#domain/bookings/booking.ts";
import { formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import { formatCalendarFile, type Meeting } from "#domain/bookings/meeting.ts";
import { CancelBookingButton } from "./cancel-booking-button.tsx";
import { WithdrawProposalButton } from "./withdraw-proposal-button.tsx";

type MeetingItemProps = {
  meeting: OwnMeeting & Meeting;
  timeZone: string;
  /** Whether the signed-in user can join, move and cancel meetings. */
  canChange: boolean;
  /** Whether the user moves meetings without an approval. */
  canPickTimes: boolean;
  onMove: () => void;
};

/** A meeting that has not ended, with what the client can do about it. */
export function MeetingItem({ meeting, timeZone, canChange, canPickTimes, onMove }: MeetingItemProps) {
  const time = formatMeetingTime(new Date(meeting.scheduled_at), timeZone);
  const label = `${meeting.service_type}, ${time}`;
  const moveLabel = canPickTimes ? "Reschedule" : "Propose another time";
  const hostAndPlace = describeHostAndPlace(meeting, canChange);
  const isUpcoming = isUpcomingMeeting(meeting, new Date());
  return (
    <li className="px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h2 className="wrap-break-word font-medium text-16">{meeting.service_type}</h2>
          <p className="tabular text-14 text-muted">
            <time dateTime={meeting.scheduled_at}>{time}</time> · {meeting.meeting_minutes} minutes
          </p>
          {hostAndPlace && <p className="wrap-break-word text-14 text-muted">{hostAndPlace}</p>}
          {!isUpcoming && <p className="mt-1 text-13">In progress</p>}
          {isUpcoming && meeting.proposed_at && (
            <p className="mt-1 text-13 text-muted">
              You proposed {formatMeetingTime(new Date(meeting.proposed_at), timeZone)}. We'll reply within 24
              hours.
            </p>
          )}
        </div>
        {meeting.meeting_url && (
          <ButtonLink
            to={meeting.meeting_url}
            tone="primary"
            icon={<ExternalLink aria-hidden="true" className="size-4" />}
            aria-label={`Join meeting: ${label}`}
          >
            Join meeting
          </ButtonLink>
        )}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<Download aria-hidden="true" className="size-4" />}
          aria-label={`Add to calendar: ${label}`}
          onClick={() =>
            downloadFile(
              `meeting-${meeting.scheduled_at.slice(0, 10)}.ics`,
              new Blob([formatCalendarFile(meeting, brand, { now: new Date() })], {
                type: "text/calendar;charset=utf-8",
              }),
            )
          }
        >
          Add to calendar
        </Button>
        {isUpcoming && canChange && (
          <>
            <Button size="small" aria-label={`${moveLabel}: ${label}`} onClick={onMove}>
              {moveLabel}
            </Button>
            {meeting.proposed_at && <WithdrawProposalButton meeting={meeting} label={label} />}
            <CancelBookingButton booking={meeting} label="Cancel meeting" />
          </>
        )}
      </div>
    </li>
  );
}

/** Who holds the meeting, and how to join it unless a link is shown. */
function describeHostAndPlace({ host_name, host_phone, meeting_url }: OwnMeeting, canJoin: boolean): string {
  const place = host_phone ? `By phone: call ${host_phone}` : "We'll send the link before the meeting.";
  return [host_name && `With ${host_name}`, canJoin && !meeting_url && place].filter(Boolean).join(" · ");
}
