import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BOOKING_SORT_COLUMNS, bookingListQuery } from "#app/api/admin/bookings.ts";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { CalendarCheck } from "#app/ui/icons.tsx";
import { BOOKING_STATUSES, bookingStatusBadge } from "#domain/bookings/booking.ts";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListParams } from "../lists/use-list-params.ts";
import { createBookingColumns } from "./booking-columns.tsx";
import { BookingDialogs, type OpenBooking } from "./booking-dialogs.tsx";

// The list shows pending bookings by default.
const STATUS_OPTIONS = [
  ...BOOKING_STATUSES.filter((status) => status !== "pending").map((status) => ({
    value: status,
    label: bookingStatusBadge(status).label,
  })),
  { value: "all", label: "All bookings" } as const,
];

/** Clients' booking and quote requests. */
export function BookingRequests() {
  const controls = useListParams(
    STATUS_OPTIONS.map(({ value }) => value),
    BOOKING_SORT_COLUMNS,
  );
  const { status, page, sort } = controls;
  const bookings = useQuery(bookingListQuery({ status: status || "pending", page, sort }));
  const [openBooking, setOpenBooking] = useState<OpenBooking | null>(null);
  return (
    <>
      <ListScreen
        noun="booking"
        controls={controls}
        page={bookings}
        columns={createBookingColumns((action, booking) => setOpenBooking({ action, booking }))}
        rowKey={({ id }) => id}
        cardsBelow={1040}
        filter={{ label: "Filter by status", placeholder: "Pending", options: STATUS_OPTIONS }}
        empty={<EmptyState icon={<CalendarCheck className="size-6" />} title="No pending bookings" />}
      />
      <BookingDialogs openBooking={openBooking} onOpen={setOpenBooking} />
    </>
  );
}
