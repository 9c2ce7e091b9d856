import type { ListedBooking } from "#app/api/admin/bookings.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import {
  awaitsReplySince,
  bookingStatusBadge,
  hasOpenProposal,
  isUpcomingMeeting,
} from "#domain/bookings/booking.ts";
import type { ProposedTimeStatus } from "#domain/bookings/proposed-time.ts";
import { replyTimeBadge } from "#domain/inquiries/inquiry.ts";
import { formatShortTime } from "#domain/scheduling/short-time.ts";
import { JoinLink } from "./join-link.tsx";
import { ProposedTime } from "./proposed-time.tsx";

/** The time left to reply, or nothing if no reply is due. */
export function ReplyTime({ booking, now }: { booking: ListedBooking; now: Date }) {
  if (booking.status !== "pending" && !hasOpenProposal(booking, now)) {
    return null;
  }
  const { label, tone } = replyTimeBadge(awaitsReplySince(booking), now);
  return <Badge tone={tone}>{label}</Badge>;
}

type BookingStatusProps = {
  booking: ListedBooking;
  now: Date;
  timeZone: string;
  /** Whether the host is free at the proposed time. Undefined while it loads. */
  check: ProposedTimeStatus | null | undefined;
};

/** The status of a booking, with its meeting or the time that the client proposed. */
export function BookingStatus({ booking, now, timeZone, check }: BookingStatusProps) {
  const { label, tone } = bookingStatusBadge(booking.status);
  const host = booking.consultation_hosts;
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {booking.status === "approved" && booking.scheduled_at && (
        <p className="tabular text-13 text-muted">
          {formatShortTime(new Date(booking.scheduled_at), timeZone)}
          {host && (
            <>
              {" "}
              <span className="block">with {host.name}</span>
            </>
          )}
        </p>
      )}
      {isUpcomingMeeting(booking, now) && !booking.meeting_url && (
        <JoinLink meetingUrl={null} phone={host?.phone ?? null} name={booking.clients.company} />
      )}
      {hasOpenProposal(booking, now) && booking.proposed_at && (
        <ProposedTime proposedAt={booking.proposed_at} {...{ timeZone, check }} />
      )}
    </>
  );
}
