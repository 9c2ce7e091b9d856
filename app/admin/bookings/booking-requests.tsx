import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  BOOKING_SORT_COLUMNS,
  bookingListQuery,
  type ListedBooking,
  proposedTimesQuery,
} from "#app/api/admin/bookings.ts";
import { useNow } from "#app/components/use-now.ts";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { CalendarCheck } from "#app/ui/icons.tsx";
import { BOOKING_STATUSES, bookingStatusBadge } from "#domain/bookings/booking.ts";
import { hasFutureProposal, type ProposedTimeStatus } from "#domain/bookings/proposed-time.ts";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListParams } from "../lists/use-list-params.ts";
import { BookingCard } from "./booking-card.tsx";
import { createBookingColumns } from "./booking-columns.tsx";
import { BookingDialogs, type OpenBooking } from "./booking-dialogs.tsx";
import { useAcceptProposal } from "./use-accept-proposal.ts";

// The list shows pending bookings by default.
const STATUS_OPTIONS = [
  ...BOOKING_STATUSES.filter((status) => status !== "pending").map((status) => ({
    value: status,
    label: bookingStatusBadge(status).label,
  })),
  { value: "all", label: "All bookings" } as const,
];

/** Clients' booking, quote and meeting requests. */
export function BookingRequests() {
  const controls = useListParams(
    STATUS_OPTIONS.map(({ value }) => value),
    BOOKING_SORT_COLUMNS,
  );
  const { status, page, sort } = controls;
  const bookings = useQuery(bookingListQuery({ status: status || "pending", page, sort }));
  const now = useNow();
  const proposedTimes = useQuery(proposedTimesQuery());
  const { acceptProposal, acceptingId } = useAcceptProposal();
  const [openBooking, setOpenBooking] = useState<OpenBooking | null>(null);

  function findCheck(booking: ListedBooking): ProposedTimeStatus | null | undefined {
    if (!hasFutureProposal(booking, now) || proposedTimes.isError) {
      return null;
    }
    return (
      proposedTimes.data && (proposedTimes.data.find(({ bookingId }) => bookingId === booking.id) ?? null)
    );
  }

  return (
    <>
      <ListScreen
        noun="booking"
        controls={controls}
        page={bookings}
        columns={createBookingColumns({
          now,
          findCheck,
          onAction: (action, booking) => setOpenBooking({ action, booking }),
          onAccept: (booking) => void acceptProposal(booking, findCheck(booking)),
          acceptingId,
        })}
        renderCard={(booking) => (
          <BookingCard
            {...{ booking, now }}
            check={findCheck(booking)}
            onOpen={() => setOpenBooking({ action: "details", booking })}
          />
        )}
        rowKey={({ id }) => id}
        cardsBelow={640}
        filter={{ label: "Filter by status", placeholder: "Pending", options: STATUS_OPTIONS }}
        defaultOrder={status === "" ? "oldest" : "newest"}
        empty={<EmptyState icon={<CalendarCheck className="size-6" />} title="No pending bookings" />}
      />
      <BookingDialogs openBooking={openBooking} onOpen={setOpenBooking} />
    </>
  );
}
