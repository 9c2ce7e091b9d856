import { useQuery } from "@tanstack/react-query";
import { CalendarCheck } from "lucide-react";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import { BOOKING_SORTS, bookingList } from "#app/api/admin-bookings.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { BOOKING_STATUSES, bookingStatus } from "#domain/booking.ts";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { bookingColumns } from "./booking-columns.tsx";
import { BookingDialogs, type OpenedBooking } from "./booking-dialogs.tsx";

export const meta: MetaFunction = () => pageMeta("Bookings");

// Without a choice the list shows what waits for an answer.
const statusOptions = [
  ...BOOKING_STATUSES.filter((status) => status !== "pending").map((status) => ({
    value: status,
    label: bookingStatus(status).label,
  })),
  { value: "all", label: "All bookings" },
];

export default function Bookings() {
  const address = useListAddress(
    statusOptions.map(({ value }) => value),
    BOOKING_SORTS,
  );
  const { status, page, sort } = address;
  const bookings = useQuery(bookingList({ status: status || "pending", page, sort }));
  const [opened, setOpened] = useState<OpenedBooking | null>(null);
  return (
    <>
      <PageHead
        title="Bookings"
        context="What clients ask for. They were promised an answer within 24 hours."
      />
      <ListScreen
        noun="booking"
        address={address}
        page={bookings}
        columns={bookingColumns((act, booking) => setOpened({ act, booking }))}
        rowKey={({ id }) => id}
        cardsBelow="xl"
        filter={{ label: "Filter by status", placeholder: "Pending", options: statusOptions }}
        empty={<EmptyState icon={<CalendarCheck className="size-6" />} title="No pending bookings" />}
      />
      <BookingDialogs opened={opened} onOpen={setOpened} />
    </>
  );
}
