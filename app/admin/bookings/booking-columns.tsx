import { Check, Eye, X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ListedBooking } from "#app/api/admin-bookings.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { bookingStatus } from "#domain/booking.ts";
import { formatDate } from "#domain/calendar-date.ts";
import { relativeTime } from "#domain/relative-time.ts";
import type { ListColumn } from "../lists/sorted-columns.tsx";
import type { BookingAct } from "./booking-dialogs.tsx";
import { UrgencyBadge } from "./urgency-badge.tsx";

type OnAct = (act: BookingAct, booking: ListedBooking) => void;

/** The columns of the queue; each row's acts lead to `onAct`. */
export function bookingColumns(onAct: OnAct): ReadonlyArray<ListColumn<ListedBooking>> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const now = new Date();
  return [
    {
      key: "client",
      header: "Client",
      cell: (booking) => (
        <Link
          to={`/admin/clients/${booking.client_id}`}
          className="rounded-small hover:text-accent hover:underline"
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
      cell: (booking) => relativeTime(booking.created_at, now, timeZone),
    },
    {
      key: "status",
      header: "Status",
      cell: (booking) => {
        const { label, tone } = bookingStatus(booking.status);
        return <Badge tone={tone}>{label}</Badge>;
      },
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (booking) => (
        <>
          <Act
            act="details"
            label="Details"
            icon={<Eye aria-hidden="true" className="size-4" />}
            {...{ booking, onAct }}
          />
          {booking.status === "pending" && (
            <>
              <Act
                act="approve"
                label="Approve"
                icon={<Check aria-hidden="true" className="size-4" />}
                {...{ booking, onAct }}
              />
              <Act
                act="decline"
                label="Decline"
                icon={<X aria-hidden="true" className="size-4" />}
                {...{ booking, onAct }}
              />
            </>
          )}
        </>
      ),
    },
  ];
}

type ActProps = {
  act: BookingAct;
  label: string;
  icon: ReactNode;
  booking: ListedBooking;
  onAct: OnAct;
};

function Act({ act, label, icon, booking, onAct }: ActProps) {
  return (
    <Button
      size="small"
      icon={icon}
      aria-label={`${label}: ${booking.clients.company}`}
      onClick={() => onAct(act, booking)}
    >
      {label}
    </Button>
  );
}
