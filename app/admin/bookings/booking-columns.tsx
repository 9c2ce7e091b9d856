import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ListedBooking } from "#app/api/admin/bookings.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { CalendarClock, CalendarX, Check, Eye, X } from "#app/ui/icons.tsx";
import { bookingStatusBadge, hasOpenProposal, isUpcomingMeeting } from "#domain/bookings/booking.ts";
import { formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { RowMenu } from "../lists/row-menu.tsx";
import type { ListColumn } from "../lists/sortable-columns.tsx";
import type { BookingAction } from "./booking-dialogs.tsx";
import { JoinLink } from "./join-link.tsx";
import { UrgencyBadge } from "./urgency-badge.tsx";

type OnAction = (action: BookingAction, booking: ListedBooking) => void;

export function createBookingColumns(onAction: OnAction): ReadonlyArray<ListColumn<ListedBooking>> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const now = new Date();
  return [
    {
      key: "client",
      header: "Client",
      cell: (booking) => (
        <Link
          to={`/admin/clients/${booking.client_id}`}
          className="inline-flex min-h-6 items-center rounded-small hover:text-accent hover:underline"
        >
          {booking.clients.company}
        </Link>
      ),
    },
    {
      key: "service",
      header: "Service",
      sort: "service_type",
      cell: (booking) => `${booking.service_type}${booking.kind === "quote" ? " (quote)" : ""}`,
    },
    { key: "urgency", header: "Urgency", cell: ({ urgency }) => <UrgencyBadge urgency={urgency} /> },
    {
      key: "start",
      header: "Preferred start",
      sort: "preferred_start_date",
      cell: (booking) => formatDate(booking.preferred_start_date),
    },
    {
      key: "received",
      header: "Received",
      sort: "created_at",
      cell: (booking) => formatRelativeTime(booking.created_at, now, timeZone),
    },
    {
      key: "status",
      header: "Status",
      cell: (booking) => {
        const { label, tone } = bookingStatusBadge(booking.status);
        return (
          <>
            <Badge tone={tone}>{label}</Badge>
            {booking.status === "approved" && booking.scheduled_at && (
              <p className="tabular text-13 text-muted">
                {formatMeetingTime(new Date(booking.scheduled_at), timeZone)}
                {booking.consultation_hosts && ` with ${booking.consultation_hosts.name}`}
              </p>
            )}
            {isUpcomingMeeting(booking, now) && (
              <JoinLink
                meetingUrl={booking.meeting_url}
                phone={booking.consultation_hosts?.phone ?? null}
                name={booking.clients.company}
              />
            )}
            {hasOpenProposal(booking, now) && (
              <p className="mt-0.5 text-13 text-warning">New time proposed</p>
            )}
          </>
        );
      },
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (booking) => <RowActions {...{ booking, onAction }} />,
    },
  ];
}

/** Hidden on the narrowest phones, so that two buttons and the menu fit on a line. */
const NARROW_ICON = "size-4 max-[359px]:hidden";

/** Buttons for the next steps, and a menu with the other actions. */
function RowActions({ booking, onAction }: { booking: ListedBooking; onAction: OnAction }) {
  const details = {
    label: "Details",
    icon: <Eye aria-hidden="true" className="size-4" />,
    onSelect: () => onAction("details", booking),
  };
  if (booking.status === "pending") {
    return (
      <>
        <ActionButton
          action="schedule"
          label="Approve"
          icon={<Check aria-hidden="true" className={NARROW_ICON} />}
          {...{ booking, onAction }}
        />
        <ActionButton
          action="decline"
          label="Decline"
          icon={<X aria-hidden="true" className={NARROW_ICON} />}
          {...{ booking, onAction }}
        />
        <RowMenu name={booking.clients.company} entries={[details]} />
      </>
    );
  }
  if (booking.status !== "approved" || !booking.scheduled_at) {
    return <ActionButton action="details" label="Details" icon={details.icon} {...{ booking, onAction }} />;
  }
  const cancel = {
    label: "Cancel meeting",
    icon: <CalendarX aria-hidden="true" className="size-4" />,
    onSelect: () => onAction("cancel", booking),
  };
  return (
    <>
      <ActionButton
        action="schedule"
        label="Reschedule"
        icon={<CalendarClock aria-hidden="true" className="size-4" />}
        {...{ booking, onAction }}
      />
      <RowMenu
        name={booking.clients.company}
        entries={[details, ...(isUpcomingMeeting(booking, new Date()) ? [cancel] : [])]}
      />
    </>
  );
}

type ActionButtonProps = {
  action: BookingAction;
  label: string;
  icon: ReactNode;
  booking: ListedBooking;
  onAction: OnAction;
};

function ActionButton({ action, label, icon, booking, onAction }: ActionButtonProps) {
  return (
    <Button
      size="small"
      icon={icon}
      aria-label={`${label}: ${booking.clients.company}`}
      onClick={() => onAction(action, booking)}
    >
      {label}
    </Button>
  );
}
