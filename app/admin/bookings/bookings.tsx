import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, SearchX } from "lucide-react";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import { Loaded } from "#app/components/loaded.tsx";
import { bookingList } from "#app/data/admin-bookings.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { BareSelect } from "#app/ui/select.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { BOOKING_STATUSES, bookingStatus } from "#domain/booking.ts";
import { ListFoot } from "../lists/list-foot.tsx";
import { ListSurface } from "../lists/list-surface.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { BookingDialogs, type OpenedBooking } from "./booking-dialogs.tsx";
import { BookingTable } from "./booking-table.tsx";

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
  const { status, page, change } = useListAddress(statusOptions.map(({ value }) => value));
  const bookings = useQuery(bookingList({ status: status || "pending", page }));
  const [opened, setOpened] = useState<OpenedBooking | null>(null);
  return (
    <>
      <PageHead
        title="Bookings"
        context="What clients ask for. They were promised an answer within 24 hours."
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <BareSelect
          aria-label="Filter by status"
          placeholder="Pending"
          options={statusOptions}
          value={status}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
      </div>
      <Loaded
        query={bookings}
        failed="The bookings could not be loaded."
        loading={<Loading text="Loading bookings..." rows={6} />}
      >
        {(found) => (
          <ListSurface
            table={
              found.rows.length > 0 && (
                <BookingTable bookings={found.rows} onAct={(act, booking) => setOpened({ act, booking })} />
              )
            }
            empty={
              status ? (
                <EmptyState
                  icon={<SearchX className="size-6" />}
                  title="No bookings found"
                  hint="Try adjusting your filters"
                />
              ) : (
                <EmptyState icon={<CalendarCheck className="size-6" />} title="No pending bookings" />
              )
            }
            foot={<ListFoot page={found} noun="bookings" onPage={(wanted) => change({ page: wanted })} />}
          />
        )}
      </Loaded>
      <BookingDialogs opened={opened} onOpen={setOpened} />
    </>
  );
}
