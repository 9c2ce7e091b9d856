import { Check, Eye, X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ListedBooking } from "#app/data/admin-bookings.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { bookingStatus } from "#domain/booking.ts";
import { formatDate } from "#domain/calendar-date.ts";
import { relativeTime } from "#domain/relative-time.ts";
import type { BookingAct } from "./booking-dialogs.tsx";
import { UrgencyBadge } from "./urgency-badge.tsx";

type BookingTableProps = {
  bookings: readonly ListedBooking[];
  onAct: (act: BookingAct, booking: ListedBooking) => void;
};

export function BookingTable({ bookings, onAct }: BookingTableProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const now = new Date();
  const columns: ReadonlyArray<Column<ListedBooking>> = [
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
      cell: (booking) => `${booking.service_type}${booking.kind === "quote" ? " (quote)" : ""}`,
    },
    { key: "urgency", header: "Urgency", cell: ({ urgency }) => <UrgencyBadge urgency={urgency} /> },
    { key: "start", header: "Preferred start", cell: (booking) => formatDate(booking.preferred_start_date) },
    {
      key: "received",
      header: "Received",
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
  return <Table label="Bookings" cardsBelow="xl" columns={columns} rows={bookings} rowKey={({ id }) => id} />;
}

type ActProps = {
  act: BookingAct;
  label: string;
  icon: ReactNode;
  booking: ListedBooking;
  onAct: BookingTableProps["onAct"];
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
