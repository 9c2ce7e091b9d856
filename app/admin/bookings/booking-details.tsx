import { Link } from "react-router";
import type { ListedBooking } from "#app/api/admin/bookings.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { BOOKING_KIND_LABELS, bookingStatusBadge, preferredDateLabel } from "#domain/bookings/booking.ts";
import { formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { UrgencyBadge } from "./urgency-badge.tsx";

/** The client's request and the administrator's decision. */
export function BookingDetails({ booking }: { booking: ListedBooking }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { label, tone } = bookingStatusBadge(booking.status);
  const isMeeting = booking.kind === "meeting";
  const details = [
    {
      label: "Client",
      value: (
        <Link
          to={`/admin/clients/${booking.client_id}`}
          className="rounded-small underline hover:text-accent"
        >
          {booking.clients.company}
        </Link>
      ),
    },
    { label: "Status", value: <Badge tone={tone}>{label}</Badge> },
    { label: "Type", value: BOOKING_KIND_LABELS[booking.kind] },
    { label: isMeeting ? "Topic" : "Service", value: booking.service_type },
    ...(isMeeting ? [] : [{ label: "Urgency", value: <UrgencyBadge booking={booking} /> }]),
    { label: preferredDateLabel(booking.kind), value: formatDate(booking.preferred_start_date) },
    ...(isMeeting ? [] : [{ label: "Estimated scope", value: booking.estimated_scope || "—" }]),
    { label: "Received", value: formatRelativeTime(booking.created_at, new Date(), timeZone) },
    ...(booking.scheduled_at
      ? [
          { label: "Meeting", value: formatMeetingTime(new Date(booking.scheduled_at), timeZone) },
          { label: "Duration", value: `${booking.meeting_minutes} minutes` },
        ]
      : []),
    ...(booking.consultation_hosts ? [{ label: "Host", value: booking.consultation_hosts.name }] : []),
    ...(booking.meeting_url ? [{ label: "Video link", value: booking.meeting_url }] : []),
    ...(booking.decline_reason ? [{ label: "Reason", value: booking.decline_reason }] : []),
  ];
  return (
    <>
      <dl className="grid gap-2 text-14">
        {details.map(({ label: term, value }) => (
          <div key={term} className="flex items-baseline justify-between gap-4">
            <dt className="shrink-0 text-13 text-muted">{term}</dt>
            <dd className="tabular min-w-0 wrap-break-word text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-4 mb-1 text-13 text-muted">{isMeeting ? "Message" : "Project description"}</h3>
      <p className="whitespace-pre-wrap wrap-break-word text-14">{booking.project_description}</p>
    </>
  );
}
