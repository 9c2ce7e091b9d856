import type { ListedBooking } from "#app/api/admin/bookings.ts";
import { formatBookingTitle, preferredDateLabel } from "#domain/bookings/booking.ts";
import type { ProposedTimeStatus } from "#domain/bookings/proposed-time.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { CardDetail, RecordCard } from "../lists/record-card.tsx";
import { RecordName } from "../lists/record-name.tsx";
import { BookingStatus, ReplyTime } from "./booking-status.tsx";
import { UrgencyBadge } from "./urgency-badge.tsx";

type BookingCardProps = {
  booking: ListedBooking;
  now: Date;
  check: ProposedTimeStatus | null | undefined;
  onOpen: () => void;
};

/** A booking on a narrow screen. */
export function BookingCard({ booking, now, check, onOpen }: BookingCardProps) {
  const { clients, preferred_start_date: start, project_description } = booking;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <RecordCard
      title={<RecordName name={clients.company} onOpen={onOpen} />}
      owner={
        <>
          <span className="block text-text">{formatBookingTitle(booking)}</span>
          <span className="wrap-anywhere line-clamp-2 text-13">{project_description}</span>
        </>
      }
      status={
        <>
          <div>
            <BookingStatus {...{ booking, now, timeZone, check }} />
          </div>
          <ReplyTime booking={booking} now={now} />
          <UrgencyBadge booking={booking} />
        </>
      }
    >
      <CardDetail label={preferredDateLabel(booking.kind)} value={start ? formatDate(start) : null} />
      <CardDetail label="Received" value={formatRelativeTime(booking.created_at, now, timeZone)} />
    </RecordCard>
  );
}
